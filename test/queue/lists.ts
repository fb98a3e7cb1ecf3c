import { randomUUID } from 'node:crypto';

import type { Workflow, WorkflowNode } from '../../dev/start/n8n-api';
import { ourNode, plainNode, postOnce, publishChain } from '../e2e/workflows';
import type { Cluster } from './cluster';
import { until } from './until';

export interface Entry {
	to: string;
	text: string;
}

/** So many texts, each to a recipient of its own. */
export function listOf(length: number): Entry[] {
	return Array.from({ length }, (_, at) => ({ to: String(15550000000 + at), text: `message ${at}` }));
}

/** Sends a text to each item's recipient. @param from where in an item both are */
export function sendNode(cluster: Cluster, options: object = {}, from = '$json'): WorkflowNode {
	const instanceId = { __rl: true, mode: 'id', value: 'demo' };
	return ourNode(cluster, 'Send', { instanceId, to: `={{ ${from}.to }}`, text: `={{ ${from}.text }}`, options });
}

/** Makes items of a field of the one that comes in. */
export function splitNode(fieldToSplitOut: string): WorkflowNode {
	return plainNode('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut, options: {} });
}

/** A published workflow that sends what it is posted. */
export class PublishedList {
	private constructor(
		private readonly cluster: Cluster,
		private readonly path: string,
		private readonly workflow: Workflow,
	) {}

	/** @param options of the node that sends */
	static async publish(cluster: Cluster, options: object = {}): Promise<PublishedList> {
		const path = randomUUID();
		const nodes = [splitNode('body.list'), sendNode(cluster, options)];
		return new PublishedList(cluster, path, await publishChain(cluster, path, 'onReceived', nodes));
	}

	/** Begins an execution that sends the list. */
	async post(list: Entry[]): Promise<void> {
		await postOnce(this.cluster, this.path, JSON.stringify({ list }), { 'content-type': 'application/json' });
	}

	/** @returns the id of the execution that sends the list */
	async start(list: Entry[]): Promise<string> {
		const before = await this.newest();
		await this.post(list);
		await until('An execution', async () => (await this.newest()) !== before);
		return (await this.newest()) ?? '';
	}

	/** Waits for the end of an execution. @returns its status */
	async end(execution: string): Promise<string> {
		await until(`The end of execution ${execution}`, async () => !['new', 'running'].includes(await this.status(execution)), 120);
		return await this.status(execution);
	}

	async status(execution: string): Promise<string> {
		const all = await this.cluster.api.executions(this.workflow.id);
		return all.find(({ id }) => id === execution)?.status ?? 'new';
	}

	/** Waits until none of its latest executions is under way. */
	async allEnded(): Promise<void> {
		await until('The end of all executions', async () => {
			const latest = await this.cluster.api.executions(this.workflow.id);
			return latest.every(({ status }) => !['new', 'running'].includes(status));
		}, 120);
	}

	private async newest(): Promise<string | undefined> {
		return (await this.cluster.api.executions(this.workflow.id))[0]?.id;
	}
}

/** The texts that the sandbox accepted, in order of arrival. */
export async function arrivedTexts({ sandbox }: Cluster): Promise<string[]> {
	return (await sandbox.messages()).map(({ content }) => content.text ?? '');
}

/** How many texts there are twice or more. */
export function repeated(texts: string[]): number {
	return texts.length - new Set(texts).size;
}
