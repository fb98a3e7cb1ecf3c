// Tests: test/engine/operations.test.ts, test/unit/typingFirst.test.ts
import type { Logger } from 'n8n-workflow';

import {
	type Attempt,
	type Clock,
	type Delivery,
	type Failure,
	type Json,
	type Once,
	onePart,
	type Step,
	type Verdict,
} from '../delivery';
import { isAnswerLost } from '../service/outputOfAnswer';
import {
	type ItemRequest,
	laneOf,
	namesIn,
	type ServiceRequest,
	uploadOf,
} from '../service/request';
import { type RequestVerdict, verdictOf } from '../service/verdict';
import { because, type Failed, type Why } from '../words/why';
import type { Connection } from '../n8n/connect';
import { fileDigest, partsDigest } from './digests';
import type { ReadItem } from './readItems';
import { logged } from './requestLog';
import { Uploads } from './Uploads';

/** The core's shape of a failure. */
const asFailure = ({ delivery, origin, ...why }: Failed): Failure<Why> => ({
	delivery,
	origin,
	why,
});

/** The answer to a message also says who got what, unless the service says so itself. */
function named(itemRequest: ItemRequest, verdict: RequestVerdict): RequestVerdict {
	if (verdict.is !== 'accepted') return verdict;
	const { request, output } = itemRequest;
	const answers = output?.(verdict.answers) ?? verdict.answers;
	if (request.kind !== 'message') return { ...verdict, answers };
	const names = Object.entries(namesIn(itemRequest));
	const missing = (answer: object) => names.filter(([name]) => !Object.hasOwn(answer, name));
	return {
		...verdict,
		// A leading spread takes twice the memory in Node.js 20.
		answers: answers.map((answer) =>
			Object.fromEntries([...Object.entries(answer), ...missing(answer)]),
		),
	};
}

/** How the requests of an account are sent. @param item gets a hint if the answer is lost */
type Send = (request: ServiceRequest, item?: ItemRequest) => Promise<RequestVerdict>;

/** What the deliveries of a run have in common. */
export class DeliveriesOfRun {
	private readonly byConnection = new Map<Connection, OfConnection>();
	readonly uploads: Uploads<Why>;

	/**
	 * @param references by the id of a file: those that earlier runs of this execution got
	 * @param stopped ends a typing indication
	 */
	constructor(
		readonly isQuestion: boolean,
		references: Partial<Record<string, string>>,
		readonly clock: Pick<Clock, 'now' | 'sleep'>,
		readonly stopped: AbortSignal,
		private readonly logger: Logger,
	) {
		this.uploads = new Uploads(references, clock.now);
	}

	/**
	 * What an item asks for each recipient. A question to several people is a delivery for each, and an item without a file
	 * that is skipped then has none.
	 */
	of(read: ReadItem): Array<Delivery<Why>> {
		const { item, requests, connection, cannot, noFile } = read;
		if (noFile) return [];
		if (!connection || requests.length === 0)
			return [
				{
					item,
					instance: '',
					parts: '',
					steps: [],
					...(cannot && { cannot: asFailure(cannot) }),
				},
			];
		const shared = this.byConnection.get(connection) ?? new OfConnection(connection, this.logger);
		this.byConnection.set(connection, shared);
		const deliveryOf = (all: ItemRequest[]) => new ItemDelivery(read, all, shared, this);
		return this.isQuestion ? requests.map((one) => deliveryOf([one])) : [deliveryOf(requests)];
	}
}

/** What the deliveries through one connection have in common. */
class OfConnection {
	readonly send: Send;
	readonly account: Connection['account'];
	/** How the core tells instances apart, by their IDs: a long run keeps each name once. */
	private readonly instances = new Map<string, string>();

	constructor(
		private readonly connection: Connection,
		logger: Logger,
	) {
		const { transmit, account, accepted } = connection;
		const send = logged(transmit, logger);
		this.account = account;
		this.send = async (request, item) => {
			const outcome = await send(request);
			if (item && isAnswerLost(outcome)) item.hints = [...(item.hints ?? []), 'answerLost'];
			return verdictOf(request, outcome, account, accepted);
		};
	}

	instanceOf({ instanceId = '' }: ServiceRequest): string {
		const instance = this.instances.get(instanceId) ?? `${instanceId} ${this.connection.id}`;
		this.instances.set(instanceId, instance);
		return instance;
	}
}

export const keyOf = ({ onceKey }: ItemRequest) =>
	onceKey === undefined ? {} : { sendOnceKey: onceKey };

/** What a doubt keeps, for a retry that does not read the item. */
function aboutOf(itemRequest: ItemRequest): object {
	const { partName, place } = itemRequest;
	const file = place && { name: partName, ...place };
	return { names: namesIn(itemRequest), ...(file && { file }) };
}

/** One message, file or indication of an item: its upload, typing and the message itself. */
class RequestStep implements Step<Why> {
	/** Whether typing was shown; undefined before that. */
	private isTyped: boolean | undefined;

	constructor(
		private readonly itemRequest: ItemRequest,
		private readonly ofConnection: OfConnection,
		private readonly ofRun: DeliveriesOfRun,
	) {}

	get name(): string {
		return this.itemRequest.partName;
	}

	async send({ isProbe, mayGo }: Attempt): Promise<Verdict<Why>> {
		const { itemRequest, ofConnection, ofRun } = this;
		const { request, upload, typing } = itemRequest;
		const { send, account } = ofConnection;
		const { uploads } = ofRun;
		const file = uploadOf(itemRequest);
		const id = file && fileDigest(file, account);
		const ask = async (one: ServiceRequest) => named(itemRequest, await send(one, itemRequest));
		let message = request;
		if (id !== undefined && file === request) {
			if (!(await mayGo())) return { is: 'notBegun' };
			return await uploads.upload(id, async () => await ask(request));
		}
		if (id !== undefined && file && upload) {
			const uploaded = await uploads.forMessage(id, async () => await send(file));
			if (uploaded.is !== 'accepted') return uploaded;
			if (uploaded.reference !== undefined) message = upload.attach(uploaded.reference);
		}
		// Nobody is shown that a message comes while the service accepts none.
		if (typing && !isProbe && this.isTyped === undefined) await this.type(typing);
		if (!(await mayGo())) return { is: 'notBegun' };
		const verdict = await ask(message);
		if (id !== undefined && verdict.is === 'refused' && verdict.isAnswer) uploads.wasRefused(id);
		return verdict.is === 'accepted' && this.isTyped === false
			? { ...verdict, isUntyped: true }
			: verdict;
	}

	/** Shows typing for a while. The message is sent in any case. */
	private async type({ request, duration }: NonNullable<ItemRequest['typing']>): Promise<void> {
		const { clock, stopped } = this.ofRun;
		this.isTyped = (await this.ofConnection.send(request)).is === 'accepted';
		// If the run is stopped during the wait, the message that follows is not sent.
		if (this.isTyped) await clock.sleep(duration, stopped).catch(() => undefined);
	}

	unsent(as: 'skipped' | 'counted'): Json[] {
		const { to } = namesIn(this.itemRequest);
		return [
			{
				...(as === 'skipped' ? { skipped: true } : { countedAsSent: true }),
				...keyOf(this.itemRequest),
				...(to !== undefined && { to }),
			},
		];
	}

	get about(): object {
		return aboutOf(this.itemRequest);
	}
}

/** What an item asks for one recipient. A long run keeps many that wait, so this holds little before it begins. */
class ItemDelivery implements Delivery<Why> {
	private made: RequestStep[] | undefined;

	constructor(
		private readonly read: ReadItem,
		private readonly requests: ItemRequest[],
		private readonly ofConnection: OfConnection,
		private readonly ofRun: DeliveriesOfRun,
	) {}

	get steps(): RequestStep[] {
		const { ofConnection, ofRun } = this;
		return (this.made ??= this.requests.map((one) => new RequestStep(one, ofConnection, ofRun)));
	}

	private get first(): ItemRequest {
		return this.requests[0] as ItemRequest;
	}

	get instance(): string {
		return this.ofConnection.instanceOf(this.first.request);
	}

	get parts(): string {
		return this.requests.length === 1 ? onePart : partsDigest(this.requests);
	}

	get item(): number {
		return this.read.item;
	}

	get who(): string | undefined {
		return this.ofRun.isQuestion ? this.first.partName : undefined;
	}

	get lane(): string | undefined {
		return laneOf(this.first.request);
	}

	get once(): Once | undefined {
		return this.read.once;
	}

	get cannot(): Failure<Why> | undefined {
		const { cannot } = this.read;
		return cannot && asFailure(cannot);
	}

	mayBegin(): Why | undefined {
		const until = this.first.sendAfter?.();
		return until && because('quietHours', { ...until });
	}
}
