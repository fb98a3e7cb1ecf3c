import type { IExecuteFunctions } from 'n8n-workflow';

import { itemReader } from '../../nodes/MessagingIntegration/operations/resources';
import { messageTo } from '../../nodes/MessagingIntegration/service/request';
import { deliver } from '../../nodes/MessagingIntegration/run/deliver';
import type { Run } from '../../nodes/MessagingIntegration/run/deliverPart';
import { connections } from '../../nodes/MessagingIntegration/n8n/connect';
import { inTurns } from '../../nodes/MessagingIntegration/n8n/inTurns';
import type { Part } from '../../nodes/MessagingIntegration/run/parts';
import { QuietItems } from '../../nodes/MessagingIntegration/run/quietItems';
import { readItems } from '../../nodes/MessagingIntegration/run/readItems';
import { output } from '../../nodes/MessagingIntegration/run/output';
import { errorOfBadItems } from '../../nodes/MessagingIntegration/run/report';

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

it('other work of n8n runs while a retry looks for the items that were sent before', async () => {
	const broken = () => {
		throw new Error('broken');
	};
	const { longest } = await turnsOf(
		async (item) =>
			await readItems(1000, {
				read: broken,
				journal: { item, wasRead: () => {}, isLost: false, isUnclaimed: false },
				...{ whenUnsure: 'fail' as const, continues: false, isQuestion: false, entered: () => '' },
			}),
	);
	expect(longest).toBeLessThan(25);
});

it('other work of n8n runs while a list waits for its first request', async () => {
	const stopRun = new AbortController();
	let isHalted = false;
	const { longest } = await turnsOf(async (work) => {
		const connection = { id: '', account: {} };
		const request = messageTo('demo', '1555', {});
		const parts = Array.from({ length: 1000 }, (_, item) => ({
			...{ item, connection, itemRequest: { request, partName: '' } },
			get state() {
				if (!isHalted) work();
				return 'toSend';
			},
		}));
		const senderOf = () => {
			isHalted = true;
			stopRun.abort();
			throw new Error('the first request');
		};
		const run = {
			options: { concurrency: 1 },
			runStopped: stopRun.signal,
			stopRun,
			senderOf,
			journal: {},
			quietItems: new QuietItems('fail'),
			...{
				summary: {},
				executionStopped: stopRun.signal,
				continues: true,
				sendOnce: {},
				whyNot: async () => await Promise.resolve(undefined),
			},
		};
		await deliver(parts as unknown as Part[], run as unknown as Run);
	});
	expect(isHalted).toBe(true);
	expect(longest).toBeLessThan(25);
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

it('of 20,000 rows that cannot be sent, each is evaluated once, and n8n does other work meanwhile', async () => {
	const rows = Array.from({ length: 20_000 }, (_, item) => ({ json: { item } }));
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
		const parts = await readItems(rows.length, {
			read: (item) => ({ requests: reader.read(item), connection: {} as never }),
			journal: { item: () => undefined, wasRead: () => {}, isLost: false, isUnclaimed: false },
			...{ whenUnsure: 'fail' as const, continues: false, isQuestion: false },
			entered: (item) => reader.entered(item),
		});
		for (const part of parts) {
			const { facts } = (part as { failure: { facts: { title: string } } }).failure;
			const { title } = facts;
			Object.defineProperty(facts, 'title', { get: () => (work(), title) });
		}
		const error = await errorOfBadItems(context, parts, false);
		expect(error).toMatchObject({
			message: '20000 of 20000 items cannot be sent; nothing was sent',
			description: expect.stringMatching(/<br>Item 0: "0171 0x" .*And 19990 more\.$/),
			context: {
				data: { items: expect.arrayContaining([expect.objectContaining({ to: '0171 9x' })]) },
			},
		});
		expect(await output(parts)).toHaveLength(20_000);
	});
	expect(evaluated).toBe(20_000);
	expect(longest).toBeLessThan(30);
});
