import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { VirtualTime } from '../support/virtualTime';
import type { Plan } from './plan';
import { lives } from './process';
import type { Store } from './store';

/** The account's key. It may be nowhere but in the header. */
export const apiKey = 'SECRET-KEY-of-the-account';

/** What n8n keeps of an execution, for its retries. */
export interface Saved {
	id: string;
	/** The first of its retries. */
	family: string;
	input: INodeExecutionData[];
	/** The pass of the loop in which the node runs. */
	pass: number;
	/** The context of the node, as JSON. Empty if n8n kept nothing. */
	context: string;
	/**
	 * When its trigger ran, in which mode, and what it gave. Absent if n8n kept nothing of it: a retry starts at the trigger.
	 */
	trigger?: { at: number; source: 'trigger' | 'retry'; given: INodeExecutionData[] };
	/** Whether a node before this one failed: a retry starts there. */
	failedBefore?: boolean;
}

const byParagraphs = { values: { by: 'paragraphs', maxLength: 4096 } };

/** The parameters of the node. @param edits what somebody changed */
export function parametersOf(plan: Plan, edits: string[]) {
	const pauses = plan.pauses && { pauseBetween: { values: { min: 1, max: 2 } } };
	const files = plan.items[0]?.files ?? 0;
	const text = (piece: string) =>
		`{{ $json.msg }}${piece} ${edits.includes('text') ? 'Corrected' : 'Hello'}`;
	const field = (name: string) => `={{ $json.${edits.includes(name) ? 'other' : name} }}`;
	return {
		resource: 'message',
		operation: 'send',
		to: field('to'),
		defaultCountry: 'notPhone',
		instanceId: { __rl: true, mode: 'id', value: field('instance') },
		text: plan.pieces ? `=${text('-0')}\n\n${text('-1')}` : `=${text('')}`,
		...(files > 0
			? { contentType: 'image', mediaSource: 'binary', binaryPropertyName: '*', caption: 'Look' }
			: { contentType: 'text' }),
		options: {
			maxTries: plan.maxTries,
			whenUnsure: plan.whenUnsure,
			...pauses,
			concurrency: edits.includes('concurrency') ? 3 : plan.concurrency,
			...(plan.messagesPerMinute > 0 && { messagesPerMinute: plan.messagesPerMinute }),
			...(plan.hasKey && { sendOnceKey: '={{ $json.key }}' }),
			...(plan.pieces && !edits.includes('join') && { splitText: byParagraphs }),
			...(plan.quiet && { quietHours: { values: { from: '07:00', until: '08:01' } } }),
			...(plan.evening && { quietHours: { values: { from: '08:01', until: '08:00' } } }),
			...(edits.includes('dryRun') && { dryRun: 'always' }),
			...(plan.typing && { typingFirst: 0.3 }),
		},
	};
}

/** The input of a new execution. Without keys, its messages are those of no other execution. */
export function inputOf({ items, hasKey, pieces }: Plan, family: string) {
	return items.map(({ msg: planned, files, ...item }): INodeExecutionData => {
		const msg = hasKey ? planned : `e${family}${planned}`;
		const names = Array.from({ length: files }, (_, at) => (files > 1 ? `${msg}-${at}` : msg));
		const file = (name: string) => ({
			id: `database:${name}`,
			data: 'database',
			mimeType: 'image/png',
			fileName: `${name}.png`,
		});
		return {
			json: { msg, ...item, pieces, other: 'other', key: `order ${planned}` },
			...(files > 0 && {
				binary: Object.fromEntries(names.map((name, at) => [`file_${at}`, file(name)])),
			}),
		};
	});
}

/** Reads a field of an object by its path, such as `options.attachFile`. */
const at = (holder: unknown, path: string) =>
	path.split('.').reduce((value: unknown, name) => Object(value)[name] as unknown, holder);

/** The value of a parameter for an item: its expressions are fields of the item. */
function evaluated(value: unknown, json: object): unknown {
	if (typeof value === 'string' && value.startsWith('='))
		return value
			.slice(1)
			.replace(/\{\{ \$json\.(\w+) \}\}/g, (_, name: string) => String(at(json, name)));
	if (typeof value !== 'object' || value === null) return value;
	const all = Object.entries(value).map(([name, one]) => [name, evaluated(one, json)]);
	return Object.fromEntries(all) as unknown;
}

/** The items that a pass of a loop gets. */
export function itemsOfPass<Item>(items: Item[], passes: number, pass: number): Item[] {
	const size = Math.ceil(items.length / passes);
	return items.slice(pass * size, (pass + 1) * size);
}

/** Of an execution that starts at its trigger. */
export const triggerNow = (at: number, isRetry: boolean, given: INodeExecutionData[]) =>
	({ at, source: isRetry ? 'retry' : 'trigger', given }) as const;

export interface Surroundings {
	plan: Plan;
	time: VirtualTime;
	store: Store;
	saved: Saved;
	/** When its trigger ran, if it starts there. */
	began: Saved['trigger'] & object;
	firstPass: number;
	/** Whether it retries the saved execution; otherwise it is that one. */
	isRetry: boolean;
	edits: string[];
	context: object;
	cancel: AbortSignal;
	opens: () => boolean;
	said: (text: string) => void;
}

/** What n8n gives the node. */
export function contextOf(around: Surroundings): IExecuteFunctions {
	const { plan, time, store, saved, began, firstPass, isRetry, edits, context, cancel, said } =
		around;
	const { id, trigger: kept, failedBefore, pass } = saved;
	const input = itemsOfPass(saved.input, plan.passes, pass);
	const parameters = parametersOf(plan, edits);
	const hasAccounts = plan.items.some(({ account }) => account);
	const credentialOf = (item = 0) => ({
		baseUrl: 'https://service.example',
		authentication: 'apiKeyHeader',
		apiKey: `${apiKey}${(input[item]?.json.account ?? '') as string}`,
	});
	const entered = { ...credentialOf(), ...(hasAccounts && { apiKey: '={{ $json.account }}' }) };
	const node = {
		id: 'node',
		name: 'Send',
		typeVersion: 1,
		type: 'messagingIntegration',
		parameters,
		retryOnFail: plan.retryOnFail,
		credentials: { messagingIntegrationApi: { id: '1' } },
		onError: plan.continues ? 'continueRegularOutput' : 'stopWorkflow',
	};
	const isFirst = isRetry && kept !== undefined && !failedBefore;
	const { at: startTime, source, given: triggered } = kept ?? began;
	const trigger = { startTime, executionIndex: 0, source: [], data: { main: [triggered] } };
	const before = { startTime: time.now(), executionIndex: 0, source: [{}] };
	// n8n counts the runs of this execution. The earlier pass is one of them.
	const earlier = pass - firstPass;
	const runs = {
		Trigger: [trigger],
		...(failedBefore && { Before: [before] }),
		...(isRetry && earlier > 0 && { Send: [{ ...before, executionIndex: isFirst ? 0 : 1 }] }),
	};
	const log = (text: string, more?: object) => said(`${text} ${JSON.stringify(more ?? {})}`);
	const wait = async () => await lives.getStore()?.call();
	const given = {
		node,
		workflow: { getNode: (name: string) => (name === node.name ? node : { parameters: {} }) },
		runExecutionData: {
			resultData: { runData: runs },
			executionData: { runtimeData: { source } },
		},
		additionalData: {
			currentNodeExecutionIndex: (isFirst ? 1 : 2) + earlier,
			credentialsHelper: { getDecrypted: async () => entered },
		},
		logger: { debug: log, info: log, warn: log, error: log },
		getNode: () => node,
		getInputData: () => input,
		getContext: () => context,
		getExecutionId: () => id,
		getMode: () => (isRetry ? 'retry' : 'trigger'),
		getExecutionCancelSignal: () => cancel,
		getCredentials: async (_: string, item?: number) => (await wait(), credentialOf(item)),
		getWorkflowDataProxy: (item: number) => ({ $json: input[item]?.json, $runIndex: pass }),
		getWorkflowSettings: () => ({}),
		getTimezone: () => 'UTC',
		getExecuteData: () => ({ node, data: { main: [input] } }),
		continueOnFail: () => plan.continues,
		addExecutionHints: (...hints: Array<{ message: string }>) =>
			hints.forEach(({ message }) => said(message)),
		getNodeParameter: (name: string, item: number, absent: unknown) =>
			evaluated(at(parameters, name) ?? absent, input[item]?.json ?? {}),
		helpers: {
			...store.helpers(() => node.id),
			assertBinaryData: (item: number, name: string) => {
				const file = input[item]?.binary?.[name];
				if (!file) throw new Error('No such file');
				return file;
			},
			getBinaryMetadata: async () => ({ fileSize: 3 }),
			getBinaryStream: async () => {
				await wait();
				if (!around.opens()) throw new Error('The file is gone');
				const content = (async function* () {
					yield Buffer.from('png');
				})();
				return Object.assign(content, { destroy: () => undefined });
			},
		},
	};
	return given as unknown as IExecuteFunctions;
}
