import { ending, keyedExecutions } from './support/keyedExecutions';

const { execution, within, accepted, behaveAs, refuse } = keyedExecutions();

describe('if the database fails for long', () => {
	it('or does not answer for 30 s, and then again, a message is not sent', async () => {
		behaveAs(async () => await new Promise(() => undefined));
		const result = execution().send(ending('accepted'));
		expect(await within(59, result)).toBe('not over');
		expect(await within(2, result)).toBe('notSent: n8n could not record the Send Once Key');
	});

	it('a message is not sent; the next ones fail at once, until it answers again', async () => {
		const one = execution();
		refuse(/:started$/);
		expect(await within(5, one.send(ending('accepted')))).toBe('not over');
		await jest.advanceTimersByTimeAsync(5000);
		const failure = 'notSent: n8n could not record the Send Once Key';
		expect(await within(0, one.send(ending('accepted')))).toBe(failure);
		refuse();
		expect(await within(0, one.send(ending('notSent')))).toBe('notSent: refused');
		refuse(/:started$/);
		const last = one.send(ending('accepted'));
		expect(await within(1, last)).toBe('not over');
		refuse();
		expect(await within(1, last)).toBe('sent');
		expect(accepted()).toBe(1);
	});

	it('a stopped execution does not wait for it, and is canceled', async () => {
		const stop = new AbortController();
		refuse(/:started$/);
		const result = execution({ signal: stop.signal }).send(ending('accepted'));
		expect(await within(1, result)).toBe('not over');
		stop.abort();
		expect(await within(0, result)).toContain('notSent: The execution was canceled');
	});
});
