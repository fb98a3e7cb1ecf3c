import type { INodeParameters } from 'n8n-workflow';
import { type deliveryOnSandbox, itemsTo, texts } from '../engine/deliveryOnSandbox';
import { Arrivals } from './arrivals';
import { randomFaults, timeout } from './randomFaults';

/** A test fails after so many retries of one execution. */
const manyRetries = 1000;

/** Executions while requests fail at random, and checks of their results. */
export function withRandomFaults(delivery: ReturnType<typeof deliveryOnSandbox>) {
	const { control, execute, requests } = delivery;

	async function begin(seed: number, count: number, options: INodeParameters) {
		for (const fault of randomFaults(seed)) await control().bend(fault);
		const recipients = Array.from({ length: count / 10 }, (_, index) => `491500000000${index}`);
		const items = itemsTo(recipients, count);
		const parameters = texts({ timeout, maxTries: 2, ...options });
		return { items, sent: items.map(({ json }) => json), parameters };
	}

	const arrivals = async () => new Arrivals(await control().messages());

	/** One run that continues on errors. */
	async function once(seed: number, count: number, options: INodeParameters = {}) {
		const { items, sent, parameters } = await begin(seed, count, options);
		const continuing = { items, parameters, onError: 'continueRegularOutput' } as const;
		const { items: output } = await execute(continuing);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		const arrived = await arrivals();
		expect(arrived.wrongOutputs(sent, output)).toEqual([]);
		return { sent, output, arrived };
	}

	/** Uses all the runs of "Retry On Fail", because the first item can never be sent. */
	async function retriedOnFail(seed: number, count: number) {
		const { items, sent, parameters } = await begin(seed, count, {});
		const [, ...rest] = items;
		const { items: output } = await execute({
			items: [{ json: { text: 'text 0' } }, ...rest],
			parameters,
			retryOnFail: true,
			maxTries: 5,
			waitBetweenTries: 1,
			onError: 'continueRegularOutput',
		});
		expect(output).toHaveLength(count);
		const arrived = await arrivals();
		expect(arrived.wrongOutputs(sent, output)).toEqual([]);
		return arrived;
	}

	/** Retries the execution until a retry sends nothing more, then reads the output of each item. */
	async function untilNothingChanges(seed: number, count: number, options: INodeParameters = {}) {
		const { items, sent, parameters } = await begin(seed, count, options);
		let outcome = await execute({ items, parameters });
		let before = 0;
		let after = (await requests()).length;
		let retries = 0;
		while (outcome.error && after > before && retries++ < manyRetries) {
			outcome = await execute({ items, parameters }, outcome.run);
			[before, after] = [after, (await requests()).length];
		}
		expect(retries).toBeLessThan(manyRetries);
		const failed = outcome.error !== undefined;
		if (failed)
			outcome = await execute({ items, parameters, onError: 'continueRegularOutput' }, outcome.run);
		expect(await requests()).toHaveLength(after);
		const arrived = await arrivals();
		expect(arrived.wrongOutputs(sent, outcome.items)).toEqual([]);
		return { sent, output: outcome.items, arrived, retries, failed };
	}

	/** Each item arrived at most once, and in order. */
	const expectNoneTwice = ({ sent, arrived }: Awaited<ReturnType<typeof once>>) => {
		expect(arrived.twice()).toEqual([]);
		expect(arrived.outOfOrder(sent)).toEqual([]);
	};

	/** Each item arrived once, except those that the output reports as in doubt. */
	const expectEachOnce = (outcome: Awaited<ReturnType<typeof once>>) => {
		expectNoneTwice(outcome);
		expect(outcome.arrived.lost(outcome.sent, outcome.output)).toEqual([]);
	};

	return { once, retriedOnFail, untilNothingChanges, expectNoneTwice, expectEachOnce };
}
