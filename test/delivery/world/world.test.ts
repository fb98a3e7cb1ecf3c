import { planOf } from './plan';
import { play } from './play';
import { playSeed } from './worlds';

const first = Number(process.env.FIRST_WORLD ?? 1);
const worlds = Number(process.env.WORLDS ?? 2000);

it('the same seed gives the same history, byte for byte', async () => {
	const history = async () => JSON.stringify(await play(planOf(first)));
	expect(await history()).toBe(await history());
});

// Each found a fault that is mended.
it.each([
	[980, 'outside the hours, a retry of what another retry sent does not say that nothing was sent'],
	[2132, 'what another execution counted since is not counted again'],
	[3788, 'a doubt that counts as sent stays a doubt if another item ends the run first'],
	[9985, 'a doubt stays a doubt if its key cannot be recorded'],
	[13041, 'the rest of a text does not follow another one that may have arrived with its key'],
	[104791, 'two executions that hold keys do not wait for each other for ever'],
	[666008, 'a dry run looks at the key of what counts as sent'],
	[
		916195,
		'after a request that hung, an instance that accepts nothing is not asked many times at once',
	],
	[64025803, 'what the key says was sent is in doubt no more, also for a retry after that'],
	[61010328, 'in quiet hours, a dry run says of a key in doubt what the run says'],
	// The rules took this one for a fault.
	[8043459, 'who counts the beginning of another text as sent sends the rest of that text'],
])('world %d: %s', async (seed) => {
	expect(await playSeed(seed)).toBeUndefined();
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
