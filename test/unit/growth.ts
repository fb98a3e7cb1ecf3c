/** The least CPU time that an act takes (ms), because other programs only add to it. */
function leastTime(act: () => void): number {
	const times = Array.from({ length: 5 }, () => {
		const begun = process.cpuUsage();
		act();
		const { user, system } = process.cpuUsage(begun);
		return (user + system) / 1000;
	});
	return Math.min(...times);
}

/** How many times as much CPU an act takes for twice as much: about 2 if its work grows in proportion. */
export function growth(act: (size: number) => void, size: number): number {
	act(size);
	return leastTime(() => act(2 * size)) / leastTime(() => act(size));
}
