/**
 * Does a step and says so: on a terminal a line that counts the seconds, elsewhere a line every ten.
 * @param title in the form "Starting n8n"
 */
export async function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
	const start = Date.now();
	const seconds = () => `${Math.round((Date.now() - start) / 100) / 10} s`;
	const terminal = process.stdout.isTTY === true;
	const say = () => {
		if (terminal) process.stdout.write(`\r${title} … ${Math.round((Date.now() - start) / 1000)} s`);
		else console.log(`  … ${Math.round((Date.now() - start) / 1000)} s`);
	};
	if (terminal) process.stdout.write(`${title} …`);
	else console.log(`${title} …`);
	const timer = setInterval(say, terminal ? 1000 : 10_000);
	const finish = (result: string) => console.log(`${terminal ? `\r${title} … ` : '  '}${result} after ${seconds()}`);
	try {
		const result = await work();
		finish('done');
		return result;
	} catch (error) {
		finish('failed');
		throw error;
	} finally {
		clearInterval(timer);
	}
}
