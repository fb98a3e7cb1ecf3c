/**
 * Runs a step and shows how long it takes: when it begins, every 10 seconds, and when it ends. npm and n8n are silent for
 * minutes, so only this shows that they still work.
 * @template Result
 * @param {string} title in the form "Starting n8n"
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function step(title, work) {
	const start = Date.now();
	const say = (words = '') =>
		console.log(`${title} … ${words}${Math.round((Date.now() - start) / 1000)} s`);
	say();
	const timer = setInterval(say, 10_000);
	return await work().finally(() => {
		clearInterval(timer);
		say('ended after ');
	});
}
