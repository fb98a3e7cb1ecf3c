import type { ExecutionSummary } from '../../n8n/N8nApi';
import { itemsOf } from '../../e2e/support/executions';
import type { Entry } from '../../e2e/support/lists';
import { plainNode, sendNode, splitNode } from '../../e2e/support/nodes';
import type { RealN8n } from '../../e2e/support/realN8n';
import { chain, type PublishedChain, publishChain, to } from '../../e2e/support/workflows';
import { until } from '../../support/until';

/** The json of an output item. */
interface Output {
	skipped?: true;
	/** Of an item that failed. */
	details?: object;
}

/** A published workflow that sends the lists posted to it. */
export class PublishedList {
	private constructor(
		private readonly n8n: RealN8n,
		private readonly chain: PublishedChain,
	) {}

	/** @param options of the sending node @param settings of that node, e.g. onError */
	static async publish(
		n8n: RealN8n,
		options: object = {},
		settings: object = {},
	): Promise<PublishedList> {
		const nodes = [splitNode('body.list'), { ...sendNode(n8n, options), ...settings }];
		return new PublishedList(n8n, await publishChain(n8n, 'onReceived', nodes));
	}

	/** The same, but the list is sent in a loop. @param batchSize messages in each pass @param settings of the workflow */
	static async publishLoop(
		n8n: RealN8n,
		options: object,
		batchSize: number,
		settings: object = {},
	): Promise<PublishedList> {
		const loop = plainNode('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize, options: {} });
		const send = sendNode(n8n, options);
		const { main } = to(send);
		const chained = await publishChain(
			n8n,
			'onReceived',
			[splitNode('body.list'), loop, send],
			(nodes) => ({
				...chain(nodes.slice(0, -1)),
				Loop: { main: [[], ...main] },
				[send.name]: to(loop),
			}),
			settings,
		);
		return new PublishedList(n8n, chained);
	}

	/** Starts an execution that sends the list. */
	async post(list: Entry[]): Promise<void> {
		await this.chain.post({ list });
	}

	/** @returns the id of the execution that sends the list */
	async start(list: Entry[]): Promise<string> {
		const before = await this.newest();
		await this.post(list);
		return await until('An execution', async () => {
			const newest = await this.newest();
			return newest !== before && newest;
		});
	}

	get workflowId(): string {
		return this.chain.workflow.id;
	}

	/** The durations of the newest executions (ms). */
	async durations(count: number): Promise<number[]> {
		const newest = (await this.executions()).slice(0, count);
		return newest.map(({ startedAt, stoppedAt }) => Date.parse(stoppedAt) - Date.parse(startedAt));
	}

	/** Starts executions of the list until one runs on the right worker. @returns its id */
	async startOn(list: Entry[], isThere: (execution: string) => boolean): Promise<string> {
		for (let attempt = 0; attempt < 10; attempt++) {
			const execution = await this.start(list);
			// An execution never starts if the queue passed it to a suspended worker.
			const isStarted = async () =>
				await Promise.resolve(execution)
					.then(isThere)
					.catch(() => false);
			if (await until('A start', isStarted, 5).catch(() => false)) return execution;
		}
		throw new Error('No execution was started where it should be.');
	}

	/** Waits for the end of an execution. @returns its status */
	async end(execution: string): Promise<string> {
		return await until(
			`The end of execution ${execution}`,
			async () => {
				const status = await this.status(execution);
				return !['new', 'running'].includes(status) && status;
			},
			120,
		);
	}

	/** Waits for the end of an execution. @returns the json of its output items */
	async output(execution: string): Promise<Output[]> {
		await this.end(execution);
		return ((await itemsOf(this.n8n, execution, 'Send')) ?? []) as Output[];
	}

	/** Sends the list again. @returns how many of its keys are not remembered as sent */
	async forgotten(list: Entry[]): Promise<number> {
		const again = await this.output(await this.start(list));
		return list.length - again.filter(({ skipped }) => skipped).length;
	}

	/** Waits until all executions have ended. @returns how many failed, limited by n8n's page size */
	async failures(): Promise<number> {
		const { api } = this.n8n;
		const { id } = this.chain.workflow;
		await until(
			'The end of all executions',
			async () => (await api.executions(id, 'new', 'running')).length === 0,
			300,
		);
		return (await api.executions(id, 'error', 'crashed')).length;
	}

	private async status(execution: string): Promise<string> {
		return (await this.executions()).find(({ id }) => id === execution)?.status ?? 'new';
	}

	private async newest(): Promise<string | undefined> {
		return (await this.executions())[0]?.id;
	}

	private async executions(): Promise<ExecutionSummary[]> {
		return await this.n8n.api.executions(this.chain.workflow.id);
	}
}
