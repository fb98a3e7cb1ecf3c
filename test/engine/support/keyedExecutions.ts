import { getDeduplicationHelperFunctions } from 'n8n-core/dist/execution-engine/node-execution-context/utils/deduplication-helper-functions';
import type { IExecuteFunctions, INode, Workflow } from 'n8n-workflow';

import {
	deliver,
	type Delivery,
	Journal,
	onePart,
	type Policy,
	type Verdict,
	type World,
} from '../../../nodes/MessagingIntegration/delivery';
import { MarksInDatabase } from '../../../nodes/MessagingIntegration/n8n/MarksInDatabase';
import { realClock } from '../../../nodes/MessagingIntegration/n8n/realClock';
import { reasonsOf } from '../../../nodes/MessagingIntegration/run/reasons';
import { type Row, rowsOf } from '../../../nodes/MessagingIntegration/run/rows';
import { because, titleOf, type Why } from '../../../nodes/MessagingIntegration/words/why';
import { whyStopped } from '../../../nodes/MessagingIntegration/service/whyStopped';
import { policy, taskOf } from '../../delivery/support/world';
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

const verdicts: Record<Ending, Verdict<Why>> = (() => {
	const why = (said: string) => because('unexpected', { said });
	const inDoubt = { is: 'perhaps', mayRepeat: false, why: why('lost') } as const;
	return {
		accepted: { is: 'accepted', answers: [{}] },
		notSent: { is: 'refused', mayRepeat: false, isAnswer: true, why: why('refused') },
		'accepted, but in doubt': inDoubt,
		'lost in doubt': inDoubt,
	};
})();

/** 'sent', or the failure in the words that users read. Of what was not begun there is nothing to say. */
function said(row: Row): string[] {
	if (row.state === 'notBegun') return [];
	return [row.state === 'failed' ? `${row.failure.delivery}: ${titleOf(row.failure)}` : row.state];
}

type Send = () => Promise<Ending>;

/** An execution that sends the messages of one key; none of them has a process of its own. */
export interface KeyedExecution {
	/** Its identity in the statements of the key table. */
	workflow: Statement['workflow'];
	/** Sends an item of these messages. @returns how each ended: 'sent', 'skipped', 'counted', or the error */
	send: (...requests: Send[]) => Promise<string>;
}

/** Executions of one node, in virtual time, on n8n-core's helpers and the table of keys. */
export function keyedExecutions() {
	const table = keyTable();
	let accepted = 0;
	let executions = 0;
	let ids = 0;
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
		signal = new AbortController().signal,
		hasRows = true,
	}: {
		whenUnsure?: Policy['whenUnsure'];
		signal?: AbortSignal;
		/** Whether n8n's helpers see the row that a marker asks for. */
		hasRows?: boolean;
	} = {}) => {
		const node = { id: 'node' } as INode;
		const workflow = { id: 'workflow' } as Workflow;
		const helpers = getDeduplicationHelperFunctions(workflow, node);
		const context = { node: hasRows ? node : { ...node }, helpers } as unknown as IExecuteFunctions;
		const newId = () => String(++ids);
		const world: World<Why> = {
			clock: realClock,
			marks: new MarksInDatabase(context),
			newId,
			claimant: newId(),
			stopped: signal,
			hurry: new AbortController().signal,
			inTurns: async (count: number, act: (at: number) => void) => {
				for (let at = 0; at < count; at++) act(at);
			},
			reasons: reasonsOf({ whyStopped: () => whyStopped(signal), cannotRetry: false }),
			log: { info: () => undefined, warn: () => undefined },
		};
		const task = taskOf(1, { execution: String(++executions) });
		const carriedOut = async (request: Send): Promise<Verdict<Why>> => {
			const ending = await request();
			if (ending.startsWith('accepted')) accepted++;
			return verdicts[ending];
		};
		const send: KeyedExecution['send'] = async (...requests) => {
			const delivery: Delivery<Why> = {
				item: 0,
				instance: '',
				once: { key: 'k', content: '' },
				parts: requests.length === 1 ? onePart : String(requests.length),
				steps: requests.map((request) => ({
					name: '',
					send: async ({ mayGo }) =>
						(await mayGo()) ? await carriedOut(request) : { is: 'notBegun' },
				})),
			};
			// Each is another item of the execution, of which it knows nothing yet.
			const journal = new Journal({}, task, world);
			const { results } = await deliver([delivery], { ...policy, whenUnsure }, journal, world);
			const rows = rowsOf({ item: 0, requests: [] }, [], results.flat());
			return rows.flatMap(said).join(', ');
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
