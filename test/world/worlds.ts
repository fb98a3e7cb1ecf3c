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

const isReadable = ({ store, unreadable }: Plan) => store.length + unreadable.length === 0;

const isKind = ({ service, steps, ...plan }: Plan) =>
	isReadable(plan as Plan) &&
	service.every(({ what }) => kind.includes(what)) &&
	steps.every(({ hit, isDouble }) => !hit && !isDouble);

/** @returns what is wrong with a world; undefined if nothing */
async function wrongWith(plan: Plan): Promise<{ wrong: string; history: Event[] } | undefined> {
	try {
		const history = await play(plan);
		const wrong = judge(history, {
			...plan,
			...{ isKind: isKind(plan), isReadable: isReadable(plan) },
		});
		return wrong === undefined ? undefined : { wrong, history };
	} catch (error) {
		return { wrong: `every run ends: ${String(error)}`, history: [] };
	}
}

const lists = ['steps', 'service', 'store', 'unreadable', 'limits', 'items'] as const;

/** The plans that lack one thing of a plan. */
function* smallerOnes(plan: Plan): Generator<Plan> {
	for (const name of lists) {
		for (const at of plan[name].keys()) {
			const less = (plan[name] as unknown[]).filter((_, place) => place !== at);
			if (less.length > 0 || (name !== 'items' && name !== 'steps'))
				yield { ...plan, [name]: less };
		}
	}
	const changed = (at: number, to: object) =>
		plan.steps.map((step, place) => (place === at ? { ...step, ...to } : step));
	for (const [at, { isDouble, hit, edits }] of plan.steps.entries()) {
		if (isDouble) yield { ...plan, steps: changed(at, { isDouble: false }) };
		if (hit) yield { ...plan, steps: changed(at, { hit: undefined }) };
		if (edits.length > 0) yield { ...plan, steps: changed(at, { edits: [] }) };
	}
	for (const name of [
		'pauses',
		'typing',
		'textInstead',
		'pieces',
		'retryOnFail',
		'continues',
	] as const)
		if (plan[name]) yield { ...plan, [name]: false };
	if (plan.concurrency > 1) yield { ...plan, concurrency: 1 };
}

/** The smallest plan that breaks the same rule. */
async function smallest(plan: Plan, rule: string): Promise<Plan> {
	for (const smaller of smallerOnes(plan)) {
		const found = await wrongWith(smaller);
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
