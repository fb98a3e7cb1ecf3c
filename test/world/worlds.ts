import { type Event, tableOf } from './history';
import { judge } from './judge';
import { type Plan, planOf } from './plan';
import { play } from './play';

/** Faults after which nobody is left in doubt. */
const kind = [
	'refused',
	'limited',
	'limitedLong',
	'askedToWait',
	'notReached',
	'notSupported',
	'slow',
];

/** @returns what is wrong with a world; undefined if nothing */
async function wrongWith(plan: Plan): Promise<{ wrong: string; history: Event[] } | undefined> {
	const isReadable = plan.store.length + plan.unreadable.length === 0;
	const isKind =
		isReadable &&
		plan.service.every(({ what }) => kind.includes(what)) &&
		plan.steps.every(({ hit, isDouble }) => !hit && !isDouble);
	try {
		const history = await play(plan);
		const wrong = judge(history, { ...plan, isKind, isReadable });
		return wrong === undefined ? undefined : { wrong, history };
	} catch (error) {
		return { wrong: `every run ends: ${String(error)}`, history: [] };
	}
}

/** The values that lack one thing of a value: an entry of a list, an object in an object, or something that is true. */
function* smallerOnes(value: unknown): Generator<unknown> {
	if (value === true) yield false;
	if (Array.isArray(value)) {
		for (const at of value.keys()) yield value.filter((_, place) => place !== at);
		for (const [at, one] of value.entries())
			for (const less of smallerOnes(one))
				yield value.map((two, place) => (place === at ? less : two));
	} else if (typeof value === 'object' && value !== null) {
		for (const [name, one] of Object.entries(value)) {
			if (typeof one === 'object' && !Array.isArray(one)) yield { ...value, [name]: undefined };
			for (const less of smallerOnes(one)) yield { ...value, [name]: less };
		}
	}
}

/** The smallest plan that breaks the same rule. */
async function smallest(plan: Plan, rule: string): Promise<Plan> {
	for (const smaller of smallerOnes(plan) as Generator<Plan>) {
		const isWorld = smaller.items.length * smaller.steps.length > 0;
		const found = isWorld ? await wrongWith(smaller) : undefined;
		if (found?.wrong.split(':')[0] === rule) return await smallest(smaller, rule);
	}
	return plan;
}

/** Plays the world of a seed. @returns how it goes wrong, for a person; undefined if it does not */
export async function playSeed(seed: number): Promise<string | undefined> {
	const plan = planOf(seed);
	const found = await wrongWith(plan);
	if (!found) return undefined;
	const small = await smallest(plan, found.wrong.split(':')[0] ?? '');
	const again = (await wrongWith(small)) ?? found;
	return [
		`World ${seed} breaks a rule. ${again.wrong}`,
		`To replay it: npm run test:world -- --first ${seed} --worlds 1`,
		`What is left of its plan: ${JSON.stringify(small)}`,
		tableOf(again.history),
	].join('\n');
}
