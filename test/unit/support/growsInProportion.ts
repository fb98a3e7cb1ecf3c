/** What takes less (ms) does not take a step for each pair. */
const short = 50;

const tries = 3;

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
 * @param largest the size is so large that a step for each pair takes seconds
 */
export function growsInProportion(act: (size: number) => unknown, largest: number): boolean {
	if (cpuTimeOf(() => act(largest)) < short) return true;
	const shortest = (size: number) =>
		Math.min(...Array.from({ length: tries }, () => cpuTimeOf(() => act(size))));
	return shortest(largest) < 8 * shortest(largest / 4);
}
