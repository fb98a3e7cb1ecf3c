import type { ExecutionSummary } from '../../dev/start/n8n-api';
import { itemsOf } from '../e2e/executions';
import type { Entry } from '../e2e/lists';
import { sendNode, splitNode } from '../e2e/nodes';
import type { RealN8n } from '../e2e/real-n8n';
import { type PublishedChain, publishChain } from '../e2e/workflows';
import { until } from '../until';

/** A published workflow that sends what it is posted. */
export class PublishedList {
	private constructor(
		private readonly n8n: RealN8n,
		private readonly chain: PublishedChain,
	) {}

	/** @param options of the node that sends @param settings of it, e.g. onError */
	static async publish(n8n: RealN8n, options: object = {}, settings: object = {}): Promise<PublishedList> {
		const nodes = [splitNode('body.list'), { ...sendNode(n8n, options), ...settings }];
		return new PublishedList(n8n, await publishChain(n8n, 'onReceived', nodes));
	}

	/** Begins an execution that sends the list. */
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

	/** Waits for the end of an execution. @returns its status */
	async end(execution: string): Promise<string> {
		return await until(`The end of execution ${execution}`, async () => {
			const status = await this.status(execution);
			return !['new', 'running'].includes(status) && status;
		}, 120);
	}

	/** Waits for the same. @returns the json of the items that came out */
	async output(execution: string): Promise<unknown[]> {
		await this.end(execution);
		return (await itemsOf(this.n8n, execution, 'Send')) ?? [];
	}

	/** Waits until none of its latest executions is under way. */
	async allEnded(): Promise<void> {
		await until('The end of all executions', async () => {
			return (await this.executions()).every(({ status }) => !['new', 'running'].includes(status));
		}, 120);
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
