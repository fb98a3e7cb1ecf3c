import type { Entry } from '../e2e/lists';
import { plainNode, sendNode, splitNode } from '../e2e/nodes';
import { publish, publishChain } from '../e2e/workflows';
import type { Cluster } from './cluster';

const [parents, calls, perCall] = [10, 2, 100];
const total = parents * calls * perCall;

/** A hundred texts. The first ten go to the same recipient, so their order matters. */
function hundred(call: number): Entry[] {
	return Array.from({ length: perCall }, (_, at) => ({
		to: String(4915100000000 + call * perCall + (at < 10 ? 0 : at)),
		text: String(call * perCall + at),
	}));
}

/** Publishes a workflow that others call. @returns its id */
async function publishSubWorkflow(cluster: Cluster): Promise<string> {
	const trigger = plainNode('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
		inputSource: 'passthrough',
	});
	const nodes = [trigger, splitNode('list'), sendNode(cluster, { maxTries: 10 })];
	const { id } = await publish(cluster, 'Send a Hundred', nodes);
	return id;
}

export function subWorkflows(running: () => Cluster): void {
	it('sub-workflows send 2,000 messages once and in order, through both workers', async () => {
		const cluster = running();
		const { api, sandbox, workers, counted } = cluster;
		const id = await publishSubWorkflow(cluster);
		const call = plainNode('Send in Hundreds', 'n8n-nodes-base.executeWorkflow', 1.2, {
			workflowId: { __rl: true, mode: 'id', value: id },
			mode: 'each',
			options: { waitForSubWorkflow: true },
		});
		const { post } = await publishChain(cluster, 'lastNode', [splitNode('body.calls'), call]);
		// A later message must not overtake one that is repeated.
		await sandbox.bend({ path: 'messages', status: 429, chance: 0.05, count: total });
		const before = workers.started().map(({ length }) => length);
		const began = Date.now();
		await Promise.all(
			Array.from({ length: parents }, async (_, parent) => {
				const hundreds = Array.from({ length: calls }, (_, at) => ({
					list: hundred(parent * calls + at),
				}));
				expect(await post({ calls: hundreds })).toMatchObject({ status: 'accepted' });
			}),
		);
		const seconds = ((Date.now() - began) / 1000).toFixed(1);

		const messages = await sandbox.messages();
		const numbers = messages.map(({ content }) => Number(content.text));
		expect([...numbers].sort((a, b) => a - b)).toEqual(
			Array.from({ length: total }, (_, at) => at),
		);
		const latest = new Map<string, number>();
		for (const [at, { to }] of messages.entries()) {
			expect(numbers[at]).toBeGreaterThan(latest.get(to) ?? -1);
			latest.set(to, numbers[at] ?? 0);
		}

		// The queue only gets the parents, because n8n runs a sub-workflow in its parent's worker.
		const shares = workers.started().map(({ length }, worker) => length - (before[worker] ?? 0));
		expect(shares.reduce((sum, share) => sum + share)).toBe(parents);
		expect(Math.min(...shares)).toBeGreaterThan(0);
		const statuses = (await api.executions(id)).map(({ status }) => status);
		expect(statuses).toEqual(Array.from({ length: parents * calls }, () => 'success'));
		counted.push(
			`${total} messages to ${latest.size} recipients in ${parents * calls} sub-workflows of ${parents} executions (by worker ${shares.join(' and ')}) in ${seconds} s`,
		);
	});
}
