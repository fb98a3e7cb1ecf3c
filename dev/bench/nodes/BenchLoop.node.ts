import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { descriptionOf } from './measuring';

/** Does what most connectors do, with the least code: one item after the other with n8n's own helper. */
export class BenchLoop implements INodeType {
	description = {
		...descriptionOf('benchLoop', ['to', 'text']),
		credentials: [{ name: 'messagingIntegrationApi', required: true }],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { baseUrl } = await this.getCredentials('messagingIntegrationApi');
		const url = `${baseUrl as string}/api/v1/instances/demo/messages`;
		const output: INodeExecutionData[] = [];
		for (const item of this.getInputData().keys()) {
			const to = this.getNodeParameter('to', item);
			const text = this.getNodeParameter('text', item);
			const body = { to, content: { type: 'text', text } };
			const request = { method: 'POST', url, body, json: true } as const;
			const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(
				this,
				'messagingIntegrationApi',
				request,
			);
			output.push({ json: answer as INodeExecutionData['json'], pairedItem: { item } });
		}
		return [output];
	}
}
