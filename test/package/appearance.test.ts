import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { credential, description, readJson, root } from './built';

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

it.each([
	['node', () => description.icon, nodeFolder],
	['credential', () => credential.icon, 'dist/credentials'],
])('shows different icons for the %s in a light and in a dark editor', (_, icon, folder) => {
	const { light, dark } = icon() as { light: string; dark: string };
	const [lightIcon, darkIcon] = [light, dark].map((file) =>
		readFileSync(join(root, folder, file.replace(/^file:/, '')), 'utf8'),
	);
	expect(lightIcon).toMatch(/^<svg [^]*<\/svg>\s*$/);
	expect(darkIcon).toMatch(/^<svg [^]*<\/svg>\s*$/);
	expect(darkIcon).not.toBe(lightIcon);
});

it('can be a tool of an AI agent', () => {
	expect(description.usableAsTool).toBe(true);
});
