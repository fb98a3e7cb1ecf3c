import type { IExecuteFunctions } from 'n8n-workflow';

import { endOfRun } from '../../nodes/MessagingIntegration/n8n/endOfRun';

beforeEach(() => void jest.useFakeTimers({ now: 0 }));
afterEach(() => {
	expect(jest.getTimerCount()).toBe(0);
	jest.useRealTimers();
});

/** A run with so many items, in a workflow that may take so long (s). */
function begin(seconds?: number, items = 60) {
	const stop = new AbortController();
	const end = endOfRun({
		getExecutionCancelSignal: () => stop.signal,
		getNode: () => ({ name: 'Node' }),
		getInputData: () => Array.from({ length: items }),
		additionalData: { executionTimeoutTimestamp: seconds && Date.now() + seconds * 1000 },
	} as unknown as IExecuteFunctions);
	const ended: Record<string, [why: unknown, at: number]> = {};
	for (const name of ['stopped', 'hurry'] as const)
		end[name].addEventListener('abort', () => (ended[name] = [end[name].reason, Date.now()]));
	return { ...end, stop, ended };
}

it('a run of a workflow without a timeout goes on', () => {
	const { ended, release } = begin();
	jest.advanceTimersByTime(30 * 24 * 3_600_000);
	expect(ended).toEqual({});
	release();
});

it("a run ends two seconds before the workflow's timeout, and a long list earlier", () => {
	for (const [items, at] of [
		[0, 298_000],
		[60, 297_997],
		[20_000, 297_000],
	] as const) {
		jest.setSystemTime(0);
		const { ended, release } = begin(300, items);
		jest.advanceTimersByTime(300_000);
		expect(ended).toEqual({ stopped: ['workflowTimeout', at], hurry: ['workflowTimeout', at] });
		release();
	}
});

it('nothing begins any more when requests in progress are given up', () => {
	const { stopped, hurry, took, release } = begin(300);
	// The clock was set back.
	jest.setSystemTime(Date.now() - 5000);
	took(1);
	jest.advanceTimersByTime(298_000);
	expect([stopped.aborted, hurry.aborted]).toEqual([true, true]);
	release();
});

it('no request begins that would not be answered in time, even if it took half as long again as any before', () => {
	const { ended, took, release } = begin(60, 0);
	took(300);
	took(20_000);
	took(20);
	jest.advanceTimersByTime(27_999);
	expect(ended).toEqual({});
	jest.advanceTimersByTime(1);
	expect(ended).toEqual({ stopped: ['workflowTimeout', 28_000] });
	jest.advanceTimersByTime(30_000);
	expect(ended.hurry).toEqual(['workflowTimeout', 58_000]);
	release();
});

it('the run ends at once after a request that would not have room any more', () => {
	const { ended, took, release } = begin(60, 0);
	jest.advanceTimersByTime(45_000);
	took(10_000);
	jest.advanceTimersByTime(0);
	expect(ended).toEqual({ stopped: ['workflowTimeout', 45_000] });
	release();
});

it("the longest delay of the machine's timers so far may come again before the workflow's timeout", () => {
	const { ended, release } = begin(60, 0);
	jest.advanceTimersByTime(1000);
	// For three seconds, no timer could run.
	const now = performance.now.bind(performance);
	const late = jest.spyOn(performance, 'now').mockImplementation(() => now() + 3000);
	jest.advanceTimersByTime(60_000);
	late.mockRestore();
	// Those three, two to save the run, and half as long again as the delay.
	const at = 60_000 - 3000 - 2000 - 4500;
	expect(ended).toEqual({ stopped: ['workflowTimeout', at], hurry: ['workflowTimeout', at] });
	release();
});

it('most of a short timeout is for work', () => {
	const { ended, release } = begin(3, 0);
	jest.advanceTimersByTime(3000);
	expect(ended.stopped).toEqual(['workflowTimeout', 2000]);
	release();
});

it('a workflow may take longer than a timer can', () => {
	const { ended, release } = begin(30 * 24 * 3600, 0);
	jest.advanceTimersByTime(60_000);
	expect(ended).toEqual({});
	release();
});

it('if somebody stops the execution, nothing more begins, and requests have a second', () => {
	const { ended, stop, release } = begin(300, 0);
	jest.advanceTimersByTime(10_000);
	stop.abort();
	expect(ended).toEqual({ stopped: ['canceled', 10_000] });
	jest.advanceTimersByTime(1000);
	expect(ended.hurry).toEqual(['canceled', 11_000]);
	release();
});

it('a run that begins after somebody stopped the execution begins nothing', () => {
	const stop = AbortSignal.abort();
	const { stopped, release } = endOfRun({
		getExecutionCancelSignal: () => stop,
		getNode: () => ({ name: 'Node' }),
		getInputData: () => [],
	} as unknown as IExecuteFunctions);
	expect([stopped.aborted, stopped.reason]).toEqual([true, 'canceled']);
	release();
});

// The process ends only once, so this is the last test.
it('if n8n is asked to end, nothing more begins, and requests have five seconds', () => {
	const ignored = () => undefined;
	process.on('SIGTERM', ignored);
	const ended = [begin(300, 0), begin(undefined, 0)];
	jest.advanceTimersByTime(1000);
	process.emit('SIGTERM');
	for (const run of ended) expect(run.ended).toEqual({ stopped: ['processEnds', 1000] });
	jest.advanceTimersByTime(5000);
	for (const run of ended) {
		expect(run.ended.hurry).toEqual(['processEnds', 6000]);
		run.release();
	}
	const { stopped, release } = begin();
	expect([stopped.aborted, stopped.reason]).toEqual([true, 'processEnds']);
	release();
	process.off('SIGTERM', ignored);
});
