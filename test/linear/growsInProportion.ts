/** What once takes less (ms) does not take a step for each pair. */
const short = 250;

const tries = 6;

/** Milliseconds of CPU, whatever else the machine does. */
function cpuTimeOf(act: () => unknown): number {
	const begun = process.cpuUsage();
	act();
	const { user, system } = process.cpuUsage(begun);
	return (user + system) / 1000;
}

/**
 * Whether a function takes four times as long for four times the size, not sixteen times. The bound between them is eight,
 * so that neither the collection of garbage nor a busy machine decides.
 * @param largest the size is so large that a step for each pair takes a second
 */
export function growsInProportion(act: (size: number) => unknown, largest: number): boolean {
	let [whole, quarter] = [Infinity, Infinity];
	for (let at = 0; at < tries; at++) {
		whole = Math.min(
			whole,
			cpuTimeOf(() => act(largest)),
		);
		if (whole < short) return true;
		quarter = Math.min(
			quarter,
			cpuTimeOf(() => act(largest / 4)),
		);
	}
	return whole < 8 * quarter;
}
