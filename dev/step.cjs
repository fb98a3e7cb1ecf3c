/**
 * Runs a step and shows how long it takes: on a terminal as a running count, elsewhere as a line every 10 seconds.
 * @template Result
 * @param {string} title in the form "Starting n8n"
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
exports.step = async (title, work) => {
	const start = Date.now();
	const seconds = (digits = 0) => `${Number(((Date.now() - start) / 1000).toFixed(digits))} s`;
	const terminal = process.stdout.isTTY === true;
	const say = () =>
		terminal ? process.stdout.write(`\r${title} … ${seconds()}`) : console.log(`  … ${seconds()}`);
	if (terminal) process.stdout.write(`${title} …`);
	else console.log(`${title} …`);
	const timer = setInterval(say, terminal ? 1000 : 10_000);
	let end = 'failed';
	try {
		const result = await work();
		end = 'done';
		return result;
	} finally {
		clearInterval(timer);
		console.log(`${terminal ? `\r${title} … ` : '  '}${end} after ${seconds(1)}`);
	}
};
