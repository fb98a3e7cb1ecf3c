/** How soon after the first a second signal is still the same Ctrl-C, which npm passes on as well. */
const sameKeyPress = 500;

/**
 * Settles when the user wants an end: Ctrl-C, SIGTERM, a closed terminal, or an npm that has gone.
 * A second Ctrl-C ends this process, and by its exit all it started, at once.
 */
export function endAsked(): Promise<string> {
	let first = 0;
	return new Promise((resolve) => {
		const ask = (reason: string) => {
			if (first && Date.now() - first > sameKeyPress) process.exit(130);
			first ||= Date.now();
			resolve(reason);
		};
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
		if (!process.env.npm_lifecycle_event) return;
		// npm runs this in a shell that does not pass on SIGTERM: then npm has gone and this is still here.
		const parent = process.ppid;
		const timer = setInterval(() => {
			if (process.ppid === parent) return;
			clearInterval(timer);
			ask('the end of npm');
		}, 500).unref();
	});
}
