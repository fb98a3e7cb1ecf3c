/** A second signal this soon after the first (ms) belongs to the same Ctrl-C, which npm passes on as well. */
const sameKeyPress = 500;

/**
 * Settles when the user wants to end the program: Ctrl-C, SIGTERM, a closed terminal, or npm has ended.
 * A second Ctrl-C ends this process at once, and with it everything that it started.
 */
export function endRequested(): Promise<string> {
	let first = 0;
	return new Promise((resolve) => {
		const end = (reason: string) => {
			if (first && Date.now() - first > sameKeyPress) process.exit(130);
			first ||= Date.now();
			resolve(reason);
		};
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => end(signal));
		if (!process.env.npm_lifecycle_event) return;
		// npm runs this in a shell that does not pass on SIGTERM: npm then ends, but this process keeps running.
		const parent = process.ppid;
		const timer = setInterval(() => {
			if (process.ppid === parent) return;
			clearInterval(timer);
			end('the end of npm');
		}, 500).unref();
	});
}
