/**
 * Runs a step and shows how long it takes: on a terminal as a running count, elsewhere as a line every 10 seconds.
 * @param title in the form "Starting n8n"
 */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
	const start = Date.now();
	const terminal = process.stdout.isTTY;
	const say = (words = '') => {
		const line = `${title} … ${words}${Math.round((Date.now() - start) / 1000)} s`;
		process.stdout.write(terminal ? `\r${line}` : `${line}\n`);
	};
	say();
	const timer = setInterval(say, terminal ? 1000 : 10_000);
	return await work().finally(() => {
		clearInterval(timer);
		say('ended after ');
		if (terminal) console.log();
	});
}
