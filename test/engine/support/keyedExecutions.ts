import { getDeduplicationHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/deduplication-helper-functions';
import type { IExecuteFunctions, INode, Logger, Workflow } from 'n8n-workflow';

import {
	type Delivery,
	type Ending as NodeEnding,
	failed,
	type WhenUnsure,
} from '../../../nodes/MessagingIntegration/service/ending';
import { titleOf } from '../../../nodes/MessagingIntegration/service/words';
import { Markers } from '../../../nodes/MessagingIntegration/n8n/deduplicationTable';
import { SendOnce } from '../../../nodes/MessagingIntegration/memory/sendOnce';
import { keyTable, type Statement } from './keyTable';

// Jest's timers leave this module alone.
jest.mock('node:timers/promises', () => ({
	setTimeout: async (delay: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
		await new Promise((resolve, reject) => {
			const timer = setTimeout(resolve, delay, value);
			const abort = () => {
				clearTimeout(timer);
				reject(new Error('aborted'));
			};
			if (signal?.aborted) abort();
			signal?.addEventListener('abort', abort);
		}),
}));

/** How a request ends. The execution learns it, unless it is killed. */
export type Ending = 'accepted' | 'notSent' | 'accepted, but in doubt' | 'lost in doubt';

const failure = (delivery: Delivery) =>
	failed('unexpected', { title: delivery }, delivery, 'request');

/** An execution that sends the message of one key; none of them has a process of its own. */
export interface KeyedExecution {
	/** Its identity in the statements of the key table. */
	workflow: Statement['workflow'];
	/** Sends a message. @returns how it ended: 'sent', 'skipped', 'countedAsSent', or the error */
	send: (request: () => Promise<Ending>) => Promise<string>;
}

/** Executions of one node, in virtual time, on n8n-core's helpers and the table of keys. */
export function keyedExecutions() {
	const table = keyTable();
	let accepted = 0;
	const reset = () => {
		table.reset();
		accepted = 0;
	};
	beforeEach(() => {
		reset();
		jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
	});
	afterEach(() => jest.useRealTimers());

	const execution = ({
		whenUnsure = 'fail',
		signal,
		hasRows = true,
	}: {
		whenUnsure?: WhenUnsure;
		signal?: AbortSignal;
		/** Whether n8n's helpers see the row that a marker asks for. */
		hasRows?: boolean;
	} = {}) => {
		const node = { id: 'node' } as INode;
		const workflow = { id: 'workflow' } as Workflow;
		const helpers = getDeduplicationHelperFunctions(workflow, node);
		const context = { node: hasRows ? node : { ...node }, helpers } as unknown as IExecuteFunctions;
		const logger = { warn: () => undefined } as unknown as Logger;
		const sendOnce = new SendOnce(new Markers(context), {
			whenUnsure,
			signal,
			logger,
		});
		const send: KeyedExecution['send'] = async (request) => {
			const carriedOut = async (): Promise<NodeEnding> => {
				const ending = await request();
				if (ending.startsWith('accepted')) accepted++;
				if (ending === 'accepted') return { state: 'sent', answers: [{}], hints: [] };
				return failure(ending === 'notSent' ? 'notSent' : 'unknown');
			};
			const ended = await sendOnce.deliver('k', carriedOut);
			if (ended === 'countedAsSent') return ended;
			if (ended?.state === 'failed') return `${ended.delivery}: ${titleOf(ended)}`;
			return ended ? 'sent' : 'skipped';
		};
		return { workflow, send } satisfies KeyedExecution;
	};

	return {
		...table,
		reset,
		execution,
		/** How many messages the service has accepted. */
		accepted: () => accepted,
		/** Lets time pass until something ends. @returns its result, or 'not over' after so many seconds */
		within: async (seconds: number, result: Promise<string>): Promise<string> => {
			let end: string | undefined;
			void result.then((value) => (end = value));
			for (let passed = 0; passed <= seconds * 1000; passed += 50) {
				// Gives everything that needs no time its turn.
				await new Promise((resolve) => setImmediate(resolve));
				if (end !== undefined) break;
				await jest.advanceTimersByTimeAsync(50);
			}
			return end ?? 'not over';
		},
		/** A request that ends when the test says so. */
		request: () => {
			let end: (ending: Ending) => void = () => undefined;
			const ended = new Promise<Ending>((resolve) => (end = resolve));
			return { send: async () => await ended, end };
		},
	};
}

/** A request that ends at once. */
export const ending = (how: Ending) => async () => await Promise.resolve(how);
