// Tests: test/package/description.test.ts, test/engine/operations.test.ts
import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { searchInstances } from './methods/searchInstances';
import { testCredential } from './methods/testCredential';
import { webhooks } from './n8n/resumeLink';
import { outputOfSameCall } from './n8n/toolCall';
import { builderHint } from './operations/builderHint';
import {
	asksAndWaits,
	properties,
	itemReader,
	subtitle,
	waitingTooltip,
} from './operations/resources';
import { takeAnswer } from './question/answer';
import { askAndWait } from './run/askAndWait';
import { outputOf, run } from './run/run';

export class MessagingIntegration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Integration',
		name: 'messagingIntegration',
		icon: { light: 'file:messagingIntegration.svg', dark: 'file:messagingIntegration.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle,
		description:
			'Send texts, images, documents and other messages, and ask people, through the Messaging Integration API',
		defaults: { name: 'Messaging Integration' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		builderHint,
		credentials: [{ name: 'messagingIntegrationApi', required: true, testedBy: 'testCredential' }],
		webhooks,
		waitingNodeTooltip: waitingTooltip,
		properties,
	};

	methods: INodeType['methods'] = {
		credentialTest: { testCredential },
		listSearch: { searchInstances },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const before = outputOfSameCall(this);
		if (before) return [before];
		const reader = itemReader(this);
		await reader.prepare();
		if (asksAndWaits(this)) return [await askAndWait(this, reader)];
		return [await outputOf(this, await run(this, reader), reader)];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await takeAnswer(this);
	}
}
