import type { Behaviour } from './support/keyTable';
import {
	type Ending,
	ending,
	keyedExecutions,
	type KeyedExecution,
} from './support/keyedExecutions';

const { execution, request, within, accepted, behaveAs, ignoreModes, refuse, rows, reset } =
	keyedExecutions();

const neverFinished =
	'unknown: A message with this Send Once Key was started before and never finished';
const resending = { whenUnsure: 'resend' as const };

/** The database does this with the statements of one execution. */
const only =
	({ workflow }: KeyedExecution, behave: Behaviour): Behaviour =>
	async (statement, run) =>
		statement.workflow === workflow ? await behave(statement, run) : await Promise.resolve(run());

/** The database answers this execution no more. */
const without = (one: KeyedExecution): Behaviour =>
	only(one, async () => await new Promise(() => undefined));

/** An execution that sends until the test ends its request. */
async function sending(options?: object) {
	const one = execution(options);
	const { send, end } = request();
	const result = one.send(send);
	expect(await within(0.2, result)).toBe('not over');
	return { ...one, end, result };
}

describe('another execution with the same key', () => {
	it('waits as long as an upload takes, and skips the message', async () => {
		const one = await sending();
		const other = execution().send(ending('accepted'));
		expect(await within(600, other)).toBe('not over');
		one.end('accepted');
		expect(await within(1, other)).toBe('skipped');
		expect(await one.result).toBe('sent');
		expect(accepted()).toBe(1);
	});

	it('waits as long as the database takes to record what was sent, and skips the message', async () => {
		const one = await sending();
		const other = execution().send(ending('accepted'));
		behaveAs(async ({ row, changes }, run) => {
			if (changes && row.endsWith(':started'))
				await new Promise((done) => setTimeout(done, 20_000));
			return run();
		});
		one.end('accepted');
		expect(await within(15, Promise.race([one.result, other]))).toBe('not over');
		expect(await within(6, other)).toBe('skipped');
		expect(await one.result).toBe('sent');
		expect(await within(1, one.send(ending('accepted')))).toBe('skipped');
		expect(accepted()).toBe(1);
	});

	it('sees a sign of life every second, and waits 6 s for one', async () => {
		const one = await sending();
		let signs = 0;
		behaveAs(async ({ row, changes }, run) => {
			if (changes && row.endsWith(':alive')) signs++;
			return await Promise.resolve(run());
		});
		await jest.advanceTimersByTimeAsync(10_000);
		expect([9, 10, 11]).toContain(signs);
		behaveAs(without(one));
		const other = execution().send(ending('accepted'));
		expect(await within(5.9, other)).toBe('not over');
		expect(await within(0.5, other)).toBe(neverFinished);
		expect(accepted()).toBe(0);
	});

	it.each([{}, resending])(
		'waits if the database does not answer one sign of life of the sending one, and answers the next ones: %j',
		async (options) => {
			const one = await sending();
			let signs = 0;
			behaveAs(async ({ row, changes }, run) => {
				if (changes && row.endsWith(':alive') && signs++ === 0) await new Promise(() => undefined);
				return await Promise.resolve(run());
			});
			const other = execution(options).send(ending('accepted'));
			expect(await within(60, other)).toBe('not over');
			one.end('accepted');
			expect(await within(1, other)).toBe('skipped');
			expect(accepted()).toBe(1);
		},
	);

	it('does not send if the sending one is blocked for longer, resumes, and is refused', async () => {
		const one = await sending();
		let resume: () => void = () => undefined;
		const blocked = new Promise<void>((resolve) => (resume = resolve));
		behaveAs(only(one, async (_, run) => await blocked.then(run)));
		expect(await within(7, execution().send(ending('accepted')))).toBe(neverFinished);
		expect(await within(7, execution(resending).send(ending('accepted')))).toBe('sent');
		one.end('notSent');
		resume();
		expect(await within(1, one.result)).toBe('notSent: refused');
		expect(await within(1, execution().send(ending('accepted')))).toBe('skipped');
		expect(accepted()).toBe(1);
	});

	it('sends as soon as the sending one was refused', async () => {
		const one = await sending();
		const other = execution().send(ending('accepted'));
		expect(await within(3, other)).toBe('not over');
		one.end('notSent');
		expect(await within(0.2, other)).toBe('sent');
		expect(rows()).toEqual([
			'v1:k:1:started',
			'v1:k:1:outcome',
			'v1:k:2:started',
			'v1:k:2:progress',
		]);
	});

	it('keeps the key if the sending one released it and lost the answer of the database', async () => {
		const one = await sending();
		const { send, end } = request();
		const other = execution().send(send);
		let lost = 0;
		const lose: Behaviour = async ({ row, changes }, run) => {
			const result = run();
			if (!changes || !row.endsWith(':outcome') || lost++) return result;
			await new Promise((resolve) => setTimeout(resolve, 1000));
			throw new Error('Connection terminated');
		};
		behaveAs(only(one, lose));
		one.end('notSent');
		await within(3, other);
		expect(await one.result).toBe('notSent: refused');
		const third = execution().send(ending('accepted'));
		expect(await within(1, third)).toBe('not over');
		end('accepted');
		expect(await within(1, third)).toBe('skipped');
		expect(await other).toBe('sent');
	});

	it('is told at once that the message is in doubt', async () => {
		await execution().send(ending('lost in doubt'));
		expect(await within(0, execution().send(ending('accepted')))).toBe(neverFinished);
		const one = await sending(resending);
		const other = execution().send(ending('accepted'));
		expect(await within(3, other)).toBe('not over');
		one.end('lost in doubt');
		expect(await within(0.2, other)).toBe(neverFinished);
	});

	it('is told at once that the message is in doubt if the database did not record that it was sent', async () => {
		const one = await sending();
		const other = execution().send(ending('accepted'));
		refuse(/:started$/);
		one.end('accepted');
		expect(await within(10, one.result)).toBe('sent');
		expect(await within(0.2, other)).toBe(neverFinished);
	});

	it('may send a message in doubt again after a resend that was refused; without "Send Again" it does not', async () => {
		await execution().send(ending('lost in doubt'));
		expect(await execution(resending).send(ending('notSent'))).toBe(neverFinished);
		expect(await within(0, execution().send(ending('accepted')))).toBe(neverFinished);
		expect(await within(0, execution(resending).send(ending('accepted')))).toBe('sent');
		expect(await within(0, execution().send(ending('accepted')))).toBe('skipped');
	});
});

const endings: Ending[] = ['accepted', 'notSent', 'accepted, but in doubt', 'lost in doubt'];

/** Statements that a message may need, and whether the one that fails is carried out. */
const points = Array.from({ length: 24 }, (_, index) => ({
	at: Math.floor(index / 2),
	isRun: index % 2 === 1,
}));

describe.each(endings)('if a message is %s', (how) => {
	it('and the database fails for 2 s at any point, everybody knows what became of it', async () => {
		for (const { at, isRun } of points) {
			reset();
			let count = 0;
			let ends = 0;
			behaveAs(async (_, run) => {
				const isHit = count++ === at;
				if (isHit) ends = Date.now() + 2000;
				if (!isHit && Date.now() >= ends) return await Promise.resolve(run());
				if (isRun) run();
				throw new Error('Connection terminated');
			});
			const results = Array.from({ length: 2 }, () => execution().send(ending(how)));
			const expected =
				{ accepted: /^(sent|skipped)$/, notSent: /^notSent: refused$/ }[how as string] ??
				/^unknown: (lost|A message.* never finished)$/;
			for (const result of results) expect(await within(20, result)).toMatch(expected);
			const later = await within(5, execution().send(ending('accepted')));
			expect(later).toBe({ accepted: 'skipped', notSent: 'sent' }[how as string] ?? neverFinished);
			expect(accepted()).toBe(how === 'lost in doubt' ? 0 : 1);
		}
	});
});

describe('a version of n8n', () => {
	const failure = 'notSent: n8n could not record the Send Once Key';

	it('that keeps all keys in one row sends nothing, and skips nothing', async () => {
		for (let executions = 0; executions < 3; executions++) {
			const result = execution({ hasRows: false }).send(ending('accepted'));
			expect(await within(10, result)).toBe(failure);
		}
		expect(accepted()).toBe(0);
	});

	it('that does not tell who created a row sends nothing', async () => {
		ignoreModes();
		expect(await within(10, execution().send(ending('accepted')))).toBe(failure);
		expect(accepted()).toBe(0);
	});

	it('is not trusted before a row of this run was checked: the first key may have existed', async () => {
		await execution().send(ending('accepted'));
		const one = execution();
		expect(await one.send(ending('accepted'))).toBe('skipped');
		ignoreModes();
		expect(await within(10, one.send(ending('accepted')))).toBe(failure);
		expect(accepted()).toBe(1);
	});
});
