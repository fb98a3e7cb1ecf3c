import type { INodeTypeDescription, IWebhookDescription } from 'n8n-workflow';

/** n8n finds the node that a link belongs to by its ID. */
function webhook(httpMethod: 'GET' | 'POST'): IWebhookDescription {
	return {
		name: 'default',
		httpMethod,
		path: '={{ $nodeId }}',
		restartWebhook: true,
		responseMode: 'onReceived',
		responseData: '',
	};
}

/** GET shows the page, POST is the answer. */
export const webhooks: INodeTypeDescription['webhooks'] = [webhook('GET'), webhook('POST')];
