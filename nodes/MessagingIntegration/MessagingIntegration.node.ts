import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { run } from './execution/run';
import { searchInstances } from './methods/searchInstances';
import { testCredential } from './methods/testCredential';
import { readItem, properties, subtitle } from './operations';

export class MessagingIntegration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Integration',
		name: 'messagingIntegration',
		icon: { light: 'file:messagingIntegration.svg', dark: 'file:messagingIntegration.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description: 'Send messages and media through the Messaging Integration API',
		defaults: { name: 'Messaging Integration' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'messagingIntegrationApi', required: true, testedBy: 'testCredential' }],
		properties,
	};

	methods: INodeType['methods'] = {
		credentialTest: { testCredential },
		listSearch: { searchInstances },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await run(this, readItem(this))];
	}
}
