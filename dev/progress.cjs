/**
 * Says what is being done, and for how long: on a terminal a line that counts the seconds, elsewhere a line every ten.
 * @param {string} title in the form "Starting n8n"
 * @returns {(result: string) => void} says how it ended
 */
exports.showProgress = (title) => {
	const start = Date.now();
	const seconds = (digits = 0) => `${Number(((Date.now() - start) / 1000).toFixed(digits))} s`;
	const terminal = process.stdout.isTTY === true;
	const say = () => (terminal ? process.stdout.write(`\r${title} … ${seconds()}`) : console.log(`  … ${seconds()}`));
	if (terminal) process.stdout.write(`${title} …`);
	else console.log(`${title} …`);
	const timer = setInterval(say, terminal ? 1000 : 10_000);
	return (result) => {
		clearInterval(timer);
		console.log(`${terminal ? `\r${title} … ` : '  '}${result} after ${seconds(1)}`);
	};
};
