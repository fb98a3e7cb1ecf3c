import { tableOf, type Event } from './history';
import { smallest } from './smaller';
import { type Plan, planOf } from './plan';
import { play } from './play';
import { judge } from './rules';

/** @returns what is wrong with a world; undefined if nothing */
async function wrongWith(plan: Plan): Promise<{ wrong: string; history: Event[] } | undefined> {
	try {
		const history = await play(plan);
		const wrong = judge(history, plan);
		return wrong === undefined ? undefined : { wrong, history };
	} catch (error) {
		return { wrong: `every run ends: ${(error as Error).stack}`, history: [] };
	}
}

/** Plays the world of a seed. @returns how it goes wrong, for a person; undefined if it does not */
export async function playSeed(seed: number): Promise<string | undefined> {
	const plan = planOf(seed);
	const found = await wrongWith(plan);
	if (!found) return undefined;
	const rule = found.wrong.split(':')[0] ?? '';
	const small = await smallest(plan, async (smaller) => {
		if (smaller.items.length * smaller.steps.length === 0) return false;
		return (await wrongWith(smaller))?.wrong.split(':')[0] === rule;
	});
	const again = (await wrongWith(small)) ?? found;
	return [
		`World ${seed} breaks a rule. ${again.wrong}`,
		`To replay it: npm run test:world -- --first ${seed} --worlds 1`,
		`What is left of its plan: ${JSON.stringify(small)}`,
		tableOf(again.history),
	].join('\n');
}
