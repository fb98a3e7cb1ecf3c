import { playSeed } from './worlds';
const [first = '1', count = '1000'] = process.argv.slice(2);
async function main() {
	const begun = performance.now();
	let found = 0;
	for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
		const wrong = await playSeed(seed);
		if (wrong) {
			console.log(wrong + '\n');
			if (++found >= 3) break;
		}
	}
	console.log(`${found} found, ${Math.round(performance.now() - begun)} ms`);
}
void main();
