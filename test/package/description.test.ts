// The description as n8n's reviewers see it. Functions build it, and n8n's linter reads only literals.
import { spawnSync } from 'node:child_process';

import { description, operations, readJson, root } from './built';

const show = (name: string, value: unknown) =>
	// The rows that such a parameter starts with are content, not words of the editor.
	name === 'default' && Object(value).assignments ? {} : value;

/** The class of the node, with everything in its description as a literal. */
const literals = `export class MessagingIntegration implements INodeType {
	description: INodeTypeDescription = ${JSON.stringify(description, show, '\t').replace(/^(\t*)"(\w+)":/gm, '$1$2:')};
}
`;

interface Finding {
	ruleId: string;
	line: number;
	message: string;
}

/** What n8n's rules find, with the line that they find it in. */
function findings(text: string): string[] {
	const { stdout } = spawnSync(
		process.execPath,
		[
			'node_modules/eslint/bin/eslint.js',
			...['--config', 'test/package/description.eslint.mjs', '--format', 'json', '--stdin'],
			// The linter looks for the icons and the credential beside this file.
			...['--stdin-filename', 'nodes/MessagingIntegration/MessagingIntegration.node.ts'],
		],
		// In a test, the linter would take each file for one of its own.
		{ cwd: root, encoding: 'utf8', input: text, env: { ...process.env, NODE_ENV: '' } },
	);
	const [{ messages }] = JSON.parse(stdout) as [{ messages: Finding[] }];
	const lines = text.split('\n');
	return messages.map(({ ruleId, line, message }) =>
		[ruleId.replace(/.*\//, ''), lines[line - 1]?.trim(), message].join(' | '),
	);
}

const deliberate: Array<[finding: RegExp, reason: string]> = [
	[
		/^node-connection-type-literal \|/,
		'the source has NodeConnectionTypes.Main; only its value is a literal',
	],
	[
		/^webhook-lifecycle-complete \|/,
		'the webhooks take the answers to questions: n8n makes them when it waits, and no service has to know them',
	],
	[
		/^node-param-operation-option-action-miscased .* "Send a text, picture or file"/,
		'the rule takes a comma for a mistake',
	],
	[
		/^node-param-options-type-unsorted-items .* Afghanistan/,
		'None and Not a Phone Number stand before the countries, which have the order of the alphabet',
	],
	[
		/^node-param-options-type-unsorted-items .* Audio \| Buttons/,
		'the contents that need no documentation of the service come first, text before all',
	],
	[
		/^node-param-display-name-miscased \| name: "Tristan da Cunha/,
		'that is how the island is written',
	],
	[
		/^node-param-fixed-collection-type-unsorted-items .* Field Name/,
		"a form's field has the order in which a person fills it in, as in n8n's own form nodes",
	],
];

it("n8n's rules find nothing in the description but what is deliberate", () => {
	const found = findings(literals);
	const isDeliberate = (finding: string) => deliberate.some(([pattern]) => pattern.test(finding));
	expect(found.filter((finding) => !isDeliberate(finding))).toEqual([]);
	const unused = deliberate.filter(([pattern]) => !found.some((finding) => pattern.test(finding)));
	expect(unused).toEqual([]);
});

interface Words {
	displayName?: string;
	name?: string;
	action?: string;
	description?: string;
}

/** Everything in the description that people read: parameters, options, choices, entries. */
function allIn(value: unknown): Words[] {
	if (typeof value !== 'object' || value === null) return [];
	return [value, ...Object.values(value).flatMap(allIn)];
}
const all = allIn(description.properties);

it('no description has more than 250 characters: the rest is on the page to which it links', () => {
	const long = all.filter(({ description: words = '' }) => words.length > 250);
	expect(long.map(({ displayName, name }) => displayName ?? name)).toEqual([]);
});

it('an action says to what it is done, because the list of actions does not show the resource', () => {
	const without = operations.filter(({ name, action }) => action === name.toLowerCase());
	expect(without).toEqual([]);
	const objects = /\b(text|file|person|messages|typing indicator|instances)\b/;
	expect(operations.filter(({ action = '' }) => !objects.test(action))).toEqual([]);
});

/** What people type in n8n's search for nodes. */
const searched = [
	...[
		'message',
		'messages',
		'text messages',
		'send messages',
		'send image',
		'chat',
		'sms',
		'texting',
		'mobile',
	],
	...[
		'photos',
		'pictures',
		'files',
		'documents',
		'voice message',
		'attachments',
		'media',
		'typing',
	],
	...[
		'approve',
		'approvals',
		'human',
		'hitl',
		'wait',
		'ask',
		'forms',
		'notifications',
		'reminders',
	],
	...[
		'human review',
		'wait for approval',
		'decision',
		'confirmation',
		'review',
		'survey',
		'feedback',
	],
	...[
		'broadcast',
		'campaign',
		'newsletters',
		'mass message',
		'bulk sms',
		'announcement',
		'mailing',
	],
];

/** n8n finds a node if all letters stand in a word of it, in this order (`sublimeSearch`, n8n 2.41.1). */
function finds(words: string, alias: string): boolean {
	const letters = [...words];
	for (const letter of alias) if (letter === letters[0]) letters.shift();
	return letters.length === 0;
}

it('has a category and search words for the nodes panel', () => {
	const codex = readJson(
		root,
		'dist/nodes/MessagingIntegration/MessagingIntegration.node.json',
	) as {
		alias: string[];
	};
	expect(codex).toMatchObject({
		node: 'n8n-nodes-messaging-integration.messagingIntegration',
		categories: ['Communication', 'HITL'],
		subcategories: { HITL: ['Human in the Loop'] },
	});
	expect(searched.filter((words) => !codex.alias.some((alias) => finds(words, alias)))).toEqual([]);
});
