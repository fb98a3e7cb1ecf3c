import { readJson, root } from './built';

const nodeFolder = 'dist/nodes/MessagingIntegration';

it('has a category and search words for the nodes panel', () => {
	const codex = readJson(root, nodeFolder, 'MessagingIntegration.node.json') as {
		alias: string[];
	};
	expect(codex).toMatchObject({
		node: 'n8n-nodes-messaging-integration.messagingIntegration',
		categories: ['Communication', 'HITL'],
		subcategories: { HITL: ['Human in the Loop'] },
	});
	expect(codex.alias).toEqual(
		expect.arrayContaining([
			...['message', 'text message', 'send message', 'send image', 'chat', 'send'],
			...['photo', 'picture', 'attachment', 'media', 'typing'],
			...['approve', 'approval', 'human', 'hitl', 'wait', 'ask', 'form', 'notify'],
		]),
	);
});
