import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { Agent, request } from 'undici';
import { descriptionOf } from './measuring';

const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
const headers = { 'content-type': 'application/json', 'x-api-key': 'bench-key-0123456789' };

/**
 * What no node can do without: sends pooled requests in a loop, eight at once. It has no credential, no parameters of
 * an item, no checks, no order and no memory of what was sent.
 */
export class BenchFloor implements INodeType {
	description = descriptionOf('benchFloor', ['url']);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const url = this.getNodeParameter('url', 0) as string;
		const answers: Array<INodeExecutionData['json']> = [];
		const left = items.entries();
		const worker = async () => {
			for (const [item, { json }] of left) {
				const text = `Hello, ${json.text as string}`;
				const body = JSON.stringify({ to: json.to, content: { type: 'text', text } });
				const answer = await request(url, { method: 'POST', headers, body, dispatcher });
				answers[item] = (await answer.body.json()) as INodeExecutionData['json'];
			}
		};
		await Promise.all(Array.from({ length: 8 }, worker));
		// After the last answer, as in our node: the memory in use is measured with that answer.
		return [answers.map((json, item) => ({ json, pairedItem: { item } }))];
	}
}
