import { planOf } from './plan';
import { play } from './play';
import { playSeed } from './worlds';

const first = Number(process.env.FIRST_WORLD ?? 1);
/** `npm test` runs at every save, so it plays few. `.ci/run` plays more, `npm run test:world` as many as you want. */
const worlds = Number(process.env.WORLDS ?? 150);

it('the same seed gives the same history, byte for byte', async () => {
	const history = async () => JSON.stringify(await play(planOf(first)));
	expect(await history()).toBe(await history());
});

it(
	'whatever goes wrong in a world: nothing is sent twice, lost, or reported wrongly',
	async () => {
		const found: string[] = [];
		for (let seed = first; seed < first + worlds && found.length < 3; seed++) {
			const wrong = await playSeed(seed);
			if (wrong !== undefined) found.push(wrong);
		}
		expect(found.join('\n\n')).toBe('');
	},
	24 * 3600 * 1000,
);
