import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { Agent, request } from 'undici';
import { descriptionOf } from './description';

const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
const headers = { 'content-type': 'application/json', 'x-api-key': 'bench-key-0123456789' };

/**
 * No node that sends like this can be faster: it evaluates the same two expressions, then only sends pooled requests
 * in a loop, eight at once. It has no credential, no checks, no order and no memory of what was sent.
 */
export class BenchFloor implements INodeType {
	description = descriptionOf('benchFloor', ['url', 'to', 'text']);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const url = this.getNodeParameter('url', 0) as string;
		const bodies = this.getInputData().map((_, place) => {
			const [to, text] = ['to', 'text'].map((name) => this.getNodeParameter(name, place));
			return { to, content: { type: 'text', text } };
		});
		const output: INodeExecutionData[] = [];
		const left = bodies.entries();
		const worker = async () => {
			for (const [item, body] of left) {
				const answer = await request(url, {
					method: 'POST',
					headers,
					body: JSON.stringify(body),
					dispatcher,
				});
				output[item] = {
					json: (await answer.body.json()) as INodeExecutionData['json'],
					pairedItem: { item },
				};
			}
		};
		await Promise.all(Array.from({ length: 8 }, worker));
		return [output];
	}
}
