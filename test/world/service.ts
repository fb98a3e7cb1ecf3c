import type { Break, Outcome } from '../../nodes/MessagingIntegration/service/outcome';
import type { ServiceRequest } from '../../nodes/MessagingIntegration/service/request';
import type { VirtualTime } from '../support/virtualTime';
import type { Event } from './history';
import type { Limit } from './plan';
import { type Life, lives } from './process';

type Entry = Event extends infer One
	? One extends Event
		? Omit<One, 'at' | 'execution'>
		: never
	: never;
export type Note = (execution: string, entry: Entry) => void;

const answer = (status: number, value?: object, headers = {}): Outcome => ({
	kind: 'answer',
	status,
	headers,
	body: value ? { kind: 'json', value } : { kind: 'empty' },
});
const page = (status: number): Outcome => ({
	kind: 'answer',
	status,
	headers: {},
	body: { kind: 'page', value: '<html>Moved</html>' },
});
const broken = (reason: Break, wasWritten: boolean): Outcome => ({
	kind: 'break',
	reason,
	wasWritten,
});

interface Answered {
	outcome: Outcome;
	/** Whether the service carries the request out. */
	carriesOut: boolean;
	/** ms until the answer. */
	after?: number;
}

const accepted = (outcome: Outcome): Answered => ({ outcome, carriesOut: true });
const not = (outcome: Outcome): Answered => ({ outcome, carriesOut: false });
const limited = (retryAfter: number) =>
	not(answer(429, undefined, retryAfter ? { 'retry-after': String(retryAfter) } : {}));

/** Whether a refusal was due to a limit, and for how long (s). */
const pauseOf = (outcome: Outcome) =>
	outcome.kind === 'answer' && (outcome.status === 429 || outcome.status === 503)
		? { retryAfter: Number(outcome.headers['retry-after'] ?? 0) }
		: {};

/** What the node hears for each fault. @param ok the answer to a request that was carried out */
const answers: Record<string, (ok: Outcome) => Answered> = {
	refused: () => not(answer(422, { code: 'INVALID' })),
	notSupported: () => not(answer(422, { code: 'NOT_SUPPORTED_BY_ENGINE' })),
	limited: () => limited(0),
	limitedLong: () => limited(20),
	askedToWait: () => not(answer(503, undefined, { 'retry-after': '1' })),
	notReached: () => not(broken('refused', false)),
	brokenBefore: () => not(broken('reset', true)),
	brokenAfter: () => accepted(broken('reset', true)),
	errorBefore: () => not(answer(500)),
	errorAfter: () => accepted(answer(502)),
	pageAfter: () => accepted(page(200)),
	seeOtherAfter: () => accepted(answer(303)),
	cutBody: () => accepted({ ...answer(200), unread: { reason: 'cut' } } as Outcome),
	slow: (ok) => ({ ...accepted(ok), after: 9000 }),
};

/** The messages of the world's only service, by what its history shows. */
export class Service {
	private requests = 0;
	private readonly files = new Map<string, string>();

	constructor(
		private readonly time: VirtualTime,
		private readonly faultAt: (request: number) => string | undefined,
		private readonly limitOf: (instance: string) => Limit | undefined,
		private readonly note: Note,
	) {}

	private async wait(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			this.time.timer(ms, () => (signal?.removeEventListener('abort', stop), resolve()));
			const stop = () => resolve();
			signal?.addEventListener('abort', stop, { once: true });
		});
	}

	/** The messages that a request is about, joined by +. Each paragraph of a text begins with one, as does a file's name. */
	private messageOf({ body, file }: ServiceRequest): string {
		const { content } = (body ?? {}) as { content?: { text?: string; media?: object } };
		const { storageRef } = (content?.media ?? {}) as { storageRef?: string };
		if (file) return file.fileName.replace('.png', '');
		const text = this.files.get(storageRef ?? '') ?? content?.text ?? '';
		return text.replace(/ .*/g, '').replace(/\n+/g, '+');
	}

	/** One request. Never rejects, as the real `transmit`. */
	async transmit(
		execution: string,
		account: string,
		request: ServiceRequest,
		signal?: AbortSignal,
	): Promise<Outcome> {
		const life = lives.getStore() as Life;
		await life.call();
		if (signal?.aborted) return broken('cancelled', false);
		const opened = await request.file?.open().then(
			({ content }) => (content.destroy(), true),
			() => false,
		);
		if (opened === false) return broken('file', false);
		const number = this.requests++;
		const to = String((request.body as { to?: string } | undefined)?.to ?? '');
		const about = { kind: request.kind, msg: this.messageOf(request), to };
		const which = { ...about, instance: `${request.instanceId}${account && ` of ${account}`}` };
		const each = which.msg.split('+').map((msg) => ({ ...which, msg }));
		this.note(execution, { what: 'request', ...which });
		const fault = this.faultAt(number);
		if (fault) this.note(execution, { what: 'fault', fault, of: 'service' });
		const storageRef = `ref${number}`;
		const isUpload = request.kind === 'upload';
		const ok = answer(202, isUpload ? { storageRef } : { id: `id${number}`, of: about.msg });
		const limit = this.limitOf(which.instance);
		const answered = limit ? limited(limit.retryAfter) : answers[fault ?? '']?.(ok);
		const { outcome, carriesOut, after = 5 } = answered ?? accepted(ok);
		await this.wait(2 + 20 * this.time.random());
		if (carriesOut) {
			if (isUpload) this.files.set(storageRef, about.msg);
			const heard = Math.round(this.time.now() + after);
			for (const one of each) this.note(execution, { what: 'accepted', ...one, heard });
		} else this.note(execution, { what: 'refused', ...which, ...pauseOf(outcome) });
		await this.wait(after, signal);
		await life.goOn();
		const isLost = signal?.aborted === true;
		const isDefinite = outcome.kind === 'answer' && outcome.status < 500;
		if (isLost || !isDefinite || outcome.body.kind === 'page' || outcome.status === 303)
			for (const one of each) this.note(execution, { what: 'unheard', ...one });
		return isLost ? broken('cancelled', true) : outcome;
	}
}
