import type { IExecuteFunctions } from 'n8n-workflow';

import { deliver, Journal } from '../../nodes/MessagingIntegration/delivery';
import { itemReader } from '../../nodes/MessagingIntegration/operations/resources';
import { connections } from '../../nodes/MessagingIntegration/n8n/connect';
import { inTurns } from '../../nodes/MessagingIntegration/n8n/inTurns';
import { readItems } from '../../nodes/MessagingIntegration/run/readItems';
import { output } from '../../nodes/MessagingIntegration/run/output';
import { errorOfBadItems } from '../../nodes/MessagingIntegration/run/report';
import { rowsOf } from '../../nodes/MessagingIntegration/run/rows';
import type { Failed } from '../../nodes/MessagingIntegration/words/why';
import { accepted, oneMessage, policy, taskOf, worldOf } from '../delivery/support/world';
import { VirtualTime } from '../support/virtualTime';

/**
 * The clock stands still, except for `work`: nothing here depends on the speed of the machine.
 * @param act gets a function that takes a millisecond of that clock
 * @returns the most milliseconds between two turns of the event loop, and the number of turns
 */
async function turnsOf(act: (work: () => undefined) => Promise<unknown>) {
	let [clock, began, longest, turns] = [0, 0, 0, 0];
	const now = jest.spyOn(performance, 'now').mockImplementation(() => clock);
	const newTurn = () => {
		began = clock;
		turns++;
		next = setImmediate(newTurn);
	};
	let next = setImmediate(newTurn);
	try {
		await act(() => void (longest = Math.max(longest, ++clock - began)));
	} finally {
		clearImmediate(next);
		now.mockRestore();
	}
	return { longest, turns };
}

it('no further item follows once the execution is stopped', async () => {
	const stop = new AbortController();
	const order: number[] = [];
	await turnsOf(async (work) => {
		const workAndStop = (index: number) => {
			for (let ms = 0; ms < 30; ms++) work();
			order.push(index);
			stop.abort();
		};
		await inTurns(5, workAndStop, stop.signal);
	});
	expect(order).toEqual([0]);
});

it('other work of n8n runs between two parts of a run, but a run with one item does not wait for it', async () => {
	const fourParts = async (items: number) =>
		await turnsOf(async (work) => {
			for (let part = 0; part < 4; part++) await inTurns(items, work);
		});
	expect(await fourParts(20)).toMatchObject({ longest: 20 });
	expect(await fourParts(1)).toMatchObject({ turns: 0 });
});

/** Of a new execution. */
const nothingKnown = {
	isSettled: () => false,
	of: () => undefined,
	wasRead: () => {},
	retried: undefined,
	isLost: false,
};
const neverStopped = new AbortController().signal;

it('other work of n8n runs while a retry looks for the items that were sent before', async () => {
	const broken = () => {
		throw new Error('broken');
	};
	const { longest } = await turnsOf(
		async (look) =>
			await readItems(1000, {
				read: broken,
				connectionOf: broken,
				entered: () => '',
				latest: () => undefined,
				broken: () => undefined,
				journal: { ...nothingKnown, isSettled: () => (look(), true) },
				whenUnsure: 'fail' as const,
				signal: neverStopped,
			}),
	);
	expect(longest).toBeLessThan(25);
});

it('other work of n8n runs while a list waits for its first request', async () => {
	let isFirst = false;
	const { longest } = await turnsOf(async (work) => {
		const clock = new VirtualTime(() => 0);
		const stop = new AbortController();
		const first = async () => {
			isFirst = true;
			stop.abort();
			return await Promise.resolve(accepted);
		};
		const deliveries = Array.from({ length: 1000 }, (_, item) => {
			const delivery = oneMessage(item, first);
			const { steps } = delivery;
			const look = () => {
				if (!isFirst) work();
				return steps;
			};
			return Object.defineProperty(delivery, 'steps', { get: look });
		});
		const world = worldOf(clock, { stopped: stop.signal, inTurns });
		const journal = new Journal({}, taskOf(1000), world);
		await deliver(deliveries, policy, journal, world);
	});
	expect(isFirst).toBe(true);
	expect(longest).toBeLessThan(40);
});

/** A run of 1,000 items, each with an account that n8n has to find. */
const ofAccounts = (resolve: () => void, stop: AbortController) =>
	({
		getNode: () => ({ parameters: {} }),
		getInputData: () => Array.from({ length: 1000 }, () => ({ json: {} })),
		getExecutionCancelSignal: () => stop.signal,
		getCredentials: async (_: string, item: number) => {
			resolve();
			return await Promise.resolve({ baseUrl: 'https://a.example', apiKey: `key${item}` });
		},
		helpers: {},
	}) as unknown as IExecuteFunctions;

it('other work of n8n runs while the accounts of a list are read, and a stop ends that', async () => {
	const stop = new AbortController();
	const { longest } = await turnsOf(async (work) => {
		const connectionOf = await connections(ofAccounts(work, stop), 1, {});
		expect(connectionOf(999).account.apiKey).toBe('key999');
	});
	expect(longest).toBeLessThan(25);
	let read = 0;
	await turnsOf(async (work) => {
		const readAndStop = () => {
			work();
			if (++read === 10) stop.abort();
		};
		await connections(ofAccounts(readAndStop, stop), 1, { stopped: stop.signal });
	});
	expect(read).toBeLessThan(25);
});

it('of 1,000 rows that cannot be sent, each is evaluated once, and n8n does other work meanwhile', async () => {
	const rows = Array.from({ length: 1000 }, (_, item) => ({ json: { item } }));
	const parameters = { resource: 'message', operation: 'send', to: '={{ $json.item.trim() }}' };
	let evaluated = 0;
	const { longest } = await turnsOf(async (work) => {
		const context = {
			getNode: () => ({ name: 'Send', parameters }),
			getInputData: () => rows,
			getExecutionCancelSignal: () => undefined,
			getNodeParameter(name: string, item: number) {
				if (name !== 'to') return { ...parameters, instanceId: 'demo', defaultCountry: 'DE' }[name];
				work();
				evaluated++;
				return `0171 ${item}x`;
			},
		} as unknown as IExecuteFunctions;
		const reader = itemReader(context);
		const read = await readItems(rows.length, {
			read: (item) => reader.read(item),
			connectionOf: () => ({}) as never,
			journal: nothingKnown,
			whenUnsure: 'fail' as const,
			signal: neverStopped,
			entered: (item) => reader.entered(item),
			latest: () => reader.latest(),
			broken: () => reader.broken(),
		});
		for (const { cannot } of read) {
			const { facts } = cannot as { facts: { title: string } };
			const { title } = facts;
			Object.defineProperty(facts, 'title', { get: () => (work(), title) });
		}
		const error = await errorOfBadItems(context, read, false, false);
		expect(error).toMatchObject({
			message: '1000 of 1000 items cannot be sent; nothing was sent',
			description: expect.stringMatching(/^Item 0: "0171 0x" .*And 990 more\./),
			context: {
				data: { items: expect.arrayContaining([expect.objectContaining({ to: '0171 9x' })]) },
			},
		});
		const failed = read.flatMap((item) => {
			const { delivery, origin, ...why } = item.cannot as Failed;
			const failure = { delivery, origin, why };
			return rowsOf(item, [], [{ state: 'failed', ...failure }]);
		});
		expect(await output(failed)).toHaveLength(1000);
	});
	expect(evaluated).toBe(1000);
	expect(longest).toBeLessThan(30);
});
