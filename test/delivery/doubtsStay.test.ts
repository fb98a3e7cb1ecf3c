// What may have arrived is never said to be certain afterwards: what users rely on before they send something again.
import type { Delivery, Policy, Step, Verdict } from '../../nodes/MessagingIntegration/delivery';
import { Uploads } from '../../nodes/MessagingIntegration/run/Uploads';
import { VirtualTime } from '../support/virtualTime';
import { seededRandom } from '../unit/support/seededRandom';
import { answers, executions, said, textOf } from './support/executions';
import { messageWith } from './support/files';
import { because, type Why } from './support/reasons';
import {
	accepted,
	oneMessage,
	refused,
	type Request,
	slowDown,
	stepOf,
	unanswered,
} from './support/world';
import { Life } from './world/life';

/** The connection broke, and a repetition would be allowed. */
const brokenOnce = { ...unanswered, mayRepeat: true } as Verdict<Why>;

it('a key stays in doubt if the file of a message that may have arrived cannot be uploaded again', async () => {
	const time = new VirtualTime(seededRandom(1));
	const run = executions(time);
	const once = { key: 'k', content: 'c' };
	const uploads = new Uploads<Why>({ f: 'of an earlier run' }, time.now);
	const upload = answers(refused);
	/** A message that needs the file. */
	const withFile = (item: number, request: Request, more: Partial<Delivery<Why>> = {}) =>
		oneMessage(item, request, { ...more, steps: [messageWith(uploads, 'f', upload, request)] });
	const inDoubt = answers(brokenOnce, slowDown(0));
	// The service refuses the reference of the file only when the other message has been tried.
	const refusedLater = async () => {
		while (inDoubt.count === 0) await time.sleep(1);
		return refused;
	};
	const { results } = await run([withFile(0, inDoubt, { once }), withFile(1, refusedLater)], {
		whenUnsure: 'resend',
	});
	expect(upload.count).toBe(1);
	expect(results.map(said)).toEqual(['unknown broken', 'notSent refused']);
	const later = answers(accepted);
	const next = await run([oneMessage(0, later, { once })], {}, { execution: '2' });
	expect(next.results.map(said)).toEqual(['unknown keyInDoubt']);
	expect(later.count).toBe(0);
});

it('a message that may have arrived, and that the service then asks to wait, stays in doubt if the run is stopped meanwhile', async () => {
	const time = new VirtualTime(seededRandom(1));
	const run = executions(time);
	const stop = new AbortController();
	void time.sleep(10_000).then(() => stop.abort());
	const inDoubt = answers(brokenOnce, slowDown(60_000));
	const world = { stopped: stop.signal };
	const settings = { whenUnsure: 'resend' } as const;
	const { results } = await run([oneMessage(0, inDoubt)], settings, {}, {}, world);
	expect(inDoubt.count).toBe(2);
	expect(results.map(said)).toEqual(['unknown broken']);
});

it('a refused message was certainly not sent, also if the one before it in its text was in doubt and counts as sent', async () => {
	const run = executions();
	const kept = {};
	await run([textOf('w', [unanswered, accepted])], {}, {}, kept);
	const retry = { execution: '2' };
	const text = [textOf('w', [accepted, refused])];
	const { all } = await run(text, { whenUnsure: 'countAsSent' }, retry, kept);
	expect(all.map(said)).toEqual(['counted', 'notSent refused']);
});

it('the execution after one that was killed says which message of a text may have arrived', async () => {
	const time = new VirtualTime(seededRandom(1));
	const run = executions(time);
	const once = { key: 'k', content: 'c' };
	const killed = new Life('1', time);
	const text = textOf('w', [accepted, accepted, accepted], { once });
	const kill = async () => {
		killed.isDead = true;
		return await new Promise<never>(() => undefined);
	};
	Object.assign(text.steps[1] ?? {}, stepOf(kill));
	const world = { clock: killed, marks: run.store.marksOf(killed) };
	await expect(run([text], {}, {}, {}, world)).rejects.toThrow('Nothing can happen any more');
	const again = () => [textOf('w', [accepted, accepted, accepted], { once })];
	const { all, foreseen } = await run(again(), {}, { execution: '2' });
	const inDoubt = { delivery: 'unknown', why: { reason: 'keyInDoubt' }, step: 1 };
	expect(all[0]).toMatchObject(inDoubt);
	expect(foreseen).toMatchObject([inDoubt]);
	expect(
		(await run(again(), { whenUnsure: 'countAsSent' }, { execution: '3' })).all.map(said),
	).toEqual(['skipped', 'counted', 'sent']);
});

/** What the operation that uploads a file makes of it. */
function uploadOf(request: Request): Delivery<Why> {
	const uploads = new Uploads<Why>({}, () => 0);
	const send: Step<Why>['send'] = async ({ signal, mayGo }) =>
		(await mayGo())
			? await uploads.upload('f', async () => await request(signal))
			: { is: 'notBegun' };
	return oneMessage(0, request, { lane: undefined, steps: [{ name: '', send }] });
}

it('an upload that may have been stored stays so if the service then asks to slow down, and refuses it', async () => {
	const request = answers(brokenOnce, slowDown(0), refused);
	const { results } = await executions()([uploadOf(request)], { whenUnsure: 'resend' });
	expect(results.map(said)).toEqual(['unknown broken']);
	expect(request.count).toBe(3);
});

it('an upload that may have been stored stays so if its instance is given up', async () => {
	const request = answers(brokenOnce, slowDown(0));
	const { results } = await executions()([uploadOf(request)], { whenUnsure: 'resend' });
	expect(results.map(said)).toEqual(['unknown broken']);
});

describe('of an execution that is retried twice, the second retry, with "Send Again",', () => {
	const earlier = () => ({ isLost: false, origin: 'o' });
	const quiet = { mayBegin: () => because('quietHours') };

	/** @returns what the second retry says of two messages that the first one sent */
	const second = async (
		first: Verdict<Why>,
		more: Partial<Delivery<Why>> = {},
		settings: Partial<Policy> = {},
	) => {
		const run = executions();
		const two = (one: Verdict<Why>, other: Verdict<Why>, both: Partial<Delivery<Why>> = {}) => [
			oneMessage(0, answers(one), both),
			oneMessage(1, answers(other), both),
		];
		const kept = {};
		await run(two(refused, refused), {}, {}, kept);
		await run(two(accepted, accepted), {}, { execution: '2', earlier }, structuredClone(kept));
		return await run(
			two(first, accepted, more),
			{ whenUnsure: 'resend', ...settings },
			{ execution: '3', earlier },
			structuredClone(kept),
		);
	};

	it('says that a message may have arrived if the service refuses it now', async () => {
		const { results } = await second(refused);
		expect(results.map(said)).toEqual(['unknown retriedBefore', 'sent']);
	});

	it('says that a message may have arrived if its recipient is in quiet hours now, also in a dry run', async () => {
		const { results, foreseen } = await second(accepted, quiet);
		expect(results.map(said)).toEqual(['unknown retriedBefore', 'unknown retriedBefore']);
		expect(foreseen).toMatchObject([{ delivery: 'unknown' }, { delivery: 'unknown' }]);
	});

	it('says that a message was not sent if its Send Once Key knows that', async () => {
		const once = { key: 'k', content: 'c' };
		const run = executions();
		const kept = {};
		const one = (verdict: Verdict<Why>) => [oneMessage(0, answers(verdict), { once })];
		await run([...one(refused), oneMessage(1, answers(refused))], {}, {}, kept);
		await run(
			[...one(refused), oneMessage(1, answers(accepted))],
			{},
			{ execution: '2', earlier },
			structuredClone(kept),
		);
		const { results } = await run(
			[...one(refused), oneMessage(1, answers(accepted))],
			{ whenUnsure: 'resend' },
			{ execution: '3', earlier },
			structuredClone(kept),
		);
		expect(results.map(said)).toEqual(['notSent refused', 'sent']);
	});

	it('says that a text may have arrived, also with "Fail", if somebody edited it since, and with "Send Again" sends all of it', async () => {
		const run = executions();
		const kept = {};
		const two = (words: string, second: Verdict<Why>) => [
			textOf(words, [accepted, second]),
			oneMessage(1, answers(second)),
		];
		await run(two('a b', refused), {}, {}, kept);
		await run(two('a b', accepted), {}, { execution: '2', earlier }, structuredClone(kept));
		const edited = async (whenUnsure: 'fail' | 'resend') =>
			await run(
				two('c d', accepted),
				{ whenUnsure, continues: false },
				{ execution: '3', earlier },
				structuredClone(kept),
			);
		const failed = await edited('fail');
		expect(failed.results[0]).toMatchObject({ state: 'failed', delivery: 'unknown' });
		const wouldFail = failed.foreseen.find(({ would }) => would === 'fail');
		expect(wouldFail).toMatchObject({ delivery: 'unknown' });
		expect(said(failed.results[1])).toBe('unknown retriedBefore');
		const again = await edited('resend');
		expect(again.all.map(said)).toEqual(['sent', 'sent', 'sent']);
		expect(again.foreseen.map(({ would }) => would)).toEqual(['send', 'send', 'send']);
	});

	it('says that the second message of a text was not sent if the Send Once Key knows that', async () => {
		const run = executions();
		const once = { key: 'k', content: 'c' };
		const two = (...verdicts: Array<Verdict<Why>>) => [
			textOf('a b', verdicts, { once }),
			oneMessage(1, answers(refused)),
		];
		const kept = {};
		await run(two(refused, refused), {}, {}, kept);
		await run(two(refused, refused), {}, { execution: '2', earlier }, structuredClone(kept));
		const { results } = await run(
			two(accepted, refused),
			{ whenUnsure: 'resend' },
			{ execution: '3', earlier },
			structuredClone(kept),
		);
		expect(results.map(said)).toEqual(['notSent refused', 'unknown retriedBefore']);
	});

	it('says that a message may have arrived if it did not begin, because another one ended the run', async () => {
		const { results } = await second(refused, {}, { continues: false, atOnce: 1 });
		expect(results[1]).toMatchObject({ state: 'notBegun', failure: { delivery: 'unknown' } });
	});

	it('says that all may have arrived, also those that it did not come to, if the service accepts nothing for minutes', async () => {
		const run = executions();
		const many = (verdict: Verdict<Why>) =>
			Array.from({ length: 40 }, (_, at) => oneMessage(at, answers(verdict)));
		const kept = {};
		await run(many(refused), {}, {}, kept);
		await run(many(accepted), {}, { execution: '2', earlier }, structuredClone(kept));
		const { results } = await run(
			many(slowDown(0)),
			{ whenUnsure: 'resend' },
			{ execution: '3', earlier },
			structuredClone(kept),
		);
		expect(new Set(results.map(said))).toEqual(new Set(['unknown retriedBefore']));
	});
});

it('a message that a killed execution began with its key may have arrived, though the service accepts nothing for minutes', async () => {
	const time = new VirtualTime(seededRandom(1));
	const run = executions(time);
	const once = { key: 'k', content: 'c' };
	const hangs = async () => {
		while (time.now() < 600_000) await time.sleep(50);
		return accepted;
	};
	// It shows no sign of life.
	const clock = Object.assign(new Life('killed', time), { every: () => () => undefined });
	const one = oneMessage(0, answers(slowDown(0)), { once });
	const others = Array.from({ length: 300 }, (_, at) => oneMessage(at + 1, answers(slowDown(0))));
	const [, { results }] = await Promise.all([
		run([oneMessage(0, hangs, { once })], {}, { execution: 'killed' }, {}, { clock }),
		time.sleep(1000).then(async () => await run([one, ...others], {}, { execution: 'next' })),
	]);
	expect(said(results[0])).toBe('unknown keyInDoubt');
	expect(said(results[300])).toBe('notSent givenUp');
});

it('somebody who wants a doubt to be settled reads why that cannot be', async () => {
	const run = executions();
	const kept = {};
	await run([oneMessage(0, answers(unanswered))], {}, {}, kept);
	const retry = { execution: '2', earlier: () => ({ isLost: false, origin: 'o' }) };
	const why = because('input', { title: 'The text is empty' });
	const broken = (): Array<Delivery<Why>> => [
		{
			...oneMessage(0, answers(accepted)),
			steps: [],
			cannot: { delivery: 'notSent', origin: 'input', why },
		},
	];
	for (const whenUnsure of ['resend', 'countAsSent'] as const) {
		const { results, foreseen } = await run(broken(), { whenUnsure }, retry, structuredClone(kept));
		const failed = { delivery: 'unknown', origin: 'earlierRun', why: { again: why } };
		expect([results[0], foreseen[0]]).toMatchObject([failed, failed]);
	}
	const { results } = await run(broken(), {}, retry, structuredClone(kept));
	expect(results[0]).not.toHaveProperty('why.again');
});

describe('the tool of an agent, in a retry of an execution that failed before the agent,', () => {
	const retry = (pass: number, isStandalone: boolean) => ({
		execution: '2',
		pass,
		isTool: true,
		isStandalone,
		earlier: () => ({ isLost: false, origin: 'o' }),
	});
	const cannot = {
		delivery: 'notSent',
		origin: 'input',
		why: because('input'),
	} as const;

	it.each([false, true])(
		'sends a call that the model has corrected (n8n treats each call as a run of its own: %p)',
		async (isStandalone) => {
			const run = executions();
			const kept = {};
			const wrong = { ...oneMessage(0, answers(accepted)), steps: [], cannot };
			await run([wrong], {}, retry(0, isStandalone), kept);
			const { results } = await run(
				[oneMessage(0, answers(accepted))],
				{},
				retry(1, isStandalone),
				kept,
			);
			expect(results.map(said)).toEqual(['sent']);
		},
	);

	it('sends nothing in a second run of the execution that n8n starts by mistake', async () => {
		const run = executions();
		const [kept, again] = [{}, {}];
		const one = () => [oneMessage(0, answers(accepted))];
		await run(one(), {}, retry(0, true), kept);
		const { results } = await run(one(), {}, retry(0, true), again);
		expect(results.map(said)).toEqual(['unknown retriedBefore']);
	});

	it('says of a call that cannot be sent that nothing was sent, also if another call of the same turn was', async () => {
		const run = executions();
		const together = { claimant: 'a' };
		await run([oneMessage(0, answers(accepted))], {}, retry(0, true), {}, together);
		const wrong = { ...oneMessage(0, answers(accepted)), steps: [], cannot };
		const { results } = await run([wrong], {}, retry(0, true), {}, together);
		expect(results.map(said)).toEqual(['notSent input']);
	});

	it('sends several calls of one turn, with keys and without', async () => {
		const run = executions();
		for (const keys of [[], ['a', 'b', 'c']]) {
			const kept = {};
			const all = await Promise.all(
				[0, 1, 2].map(async (pass) => {
					const once = { key: `${keys[pass]}`, content: '' };
					const one = oneMessage(0, answers(accepted), keys.length > 0 ? { once } : {});
					return await run([one], {}, retry(pass, true), kept, { claimant: 'a' });
				}),
			);
			expect(all.map(({ results }) => said(results[0]))).toEqual(['sent', 'sent', 'sent']);
		}
	});
});
