import {
	deliver,
	type Delivery,
	foresee,
	Journal,
	type Policy,
	type Result,
	type Task,
	type Verdict,
	type World,
} from '../../../nodes/MessagingIntegration/delivery';
import { VirtualTime } from '../../support/virtualTime';
import { seededRandom } from '../../unit/support/seededRandom';
import { Life } from '../world/life';
import { Store } from '../world/store';
import type { Why } from './reasons';
import { accepted, oneMessage, policy, stepOf, taskOf, worldOf } from './world';

/** Answers with these, one after the other, and counts the requests. */
export function answers(...all: Array<Verdict<Why>>) {
	const request = async () => {
		request.count++;
		return await Promise.resolve((all.length > 1 ? all.shift() : all[0]) as Verdict<Why>);
	};
	request.count = 0;
	return request;
}

/** A text in several messages. @param words by which its messages are told from those of another text */
export const textOf = (
	words: string,
	verdicts: Array<Verdict<Why>>,
	more: Partial<Delivery<Why>> = {},
): Delivery<Why> => ({
	...oneMessage(0, answers(accepted), more),
	parts: words,
	steps: verdicts.map((verdict, at) => stepOf(answers(verdict), `${at} ${words}`)),
});

export const said = (one: Result<Why> | undefined) =>
	one?.state === 'failed' ? `${one.delivery} ${one.why.reason}` : one?.state;

/** Executions that share a database. @returns carries one out; `store` is that database */
export function executions(time = new VirtualTime(seededRandom(1))) {
	const nothing = () => undefined;
	const store = new Store(time, nothing, nothing);
	const run = async (
		deliveries: Array<Delivery<Why>>,
		settings: Partial<Policy> = {},
		task: Partial<Task> = {},
		kept: { journal?: unknown } = {},
		more: Partial<World<Why>> = {},
	) => {
		const ofTask = taskOf(deliveries.length, task);
		const life = new Life(ofTask.execution, time);
		const world = worldOf(time, { clock: life, marks: store.marksOf(life), ...more });
		const journal = new Journal(kept, ofTask, world);
		const run = { ...policy, ...settings };
		const foreseen = foresee([...deliveries], run, journal, world);
		let results: Array<ReadonlyArray<Result<Why>>> = [];
		const done = foreseen.then(async () => await deliver(deliveries, run, journal, world));
		await time.until(done.then((all) => ({ results } = all)));
		return {
			all: results.flat(),
			results: results.map((of) => of.at(-1)),
			foreseen: (await foreseen).flat(),
		};
	};
	return Object.assign(run, { store });
}
