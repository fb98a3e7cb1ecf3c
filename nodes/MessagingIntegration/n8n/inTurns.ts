import { setImmediate as nextTurn } from 'node:timers/promises';

/** Everything else that n8n does waits meanwhile (ms). */
const longestTurn = 20;

/**
 * Calls a function for each number below `count`, one after the other, and lets n8n do other work every few milliseconds.
 * @param signal ends it early
 */
export async function inTurns(
	count: number,
	act: (index: number) => unknown,
	signal?: AbortSignal,
): Promise<void> {
	// Several begin with a turn of their own, because the caller may have used up this one. One cannot be divided.
	let turn = count > 1 ? -Infinity : performance.now();
	for (let index = 0; index < count; index++) {
		if (performance.now() - turn > longestTurn) {
			await nextTurn();
			turn = performance.now();
			if (signal?.aborted) return;
		}
		const done = act(index);
		if (done instanceof Promise) await done;
	}
}
