import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	displayParameter,
	type FromAIArgument,
	type INode,
	type INodeParameters,
	NodeHelpers,
	traverseNodeParameters,
} from 'n8n-workflow';

import { credential, description, methods } from './built';

const message = (chosen: INodeParameters) => ({
	resource: 'message',
	operation: 'send',
	...chosen,
});

/** The parameters that n8n's editor shows for these values. @param type of the node, or of it as a tool */
const shown = (chosen: INodeParameters, type = description) =>
	type.properties.filter((property) =>
		displayParameter(chosen, property, { typeVersion: 1 }, type, chosen),
	);

it('lets the user pick an instance from a searchable list', () => {
	const located = description.properties.filter(({ name }) => name === 'instanceId');
	const typeOptions = { searchListMethod: 'searchInstances', searchable: true };
	const list = expect.objectContaining({ name: 'list', typeOptions });
	for (const { modes } of located) expect(modes).toContainEqual(list);
	expect(methods?.listSearch).toHaveProperty('searchInstances');
});

it('an instance that nobody chose says that it may stay empty', () => {
	const { modes = [] } = description.properties.find(({ name }) => name === 'instanceId') ?? {};
	expect(modes.find(({ name }) => name === 'list')?.placeholder).toContain('empty: the only one');
});

it('the API key says where it comes from, and below the field which scopes it needs', () => {
	const apiKey = credential.properties.find(({ name }) => name === 'apiKey');
	expect(apiKey?.placeholder).toBe('Paste the key of the service');
	expect(apiKey?.hint).toMatch(/messages:send.*instances:read/);
});

const sendPage = readFileSync(join(__dirname, '../../docs/send.md'), 'utf8');
const documented = [...sendPage.matchAll(/```json\n(.*)\n```/g)].map(
	([, example = '']) => JSON.parse(example) as object,
);
const otherTypes = ['buttons', 'contact', 'list', 'location', 'poll', 'reaction'];

it.each(otherTypes)('a %s starts empty, below a notice with an example of it', (contentType) => {
	for (const specifyContent of ['fields', 'json']) {
		const own = shown(message({ contentType, specifyContent }));
		const [notice, , content, ...others] = own
			.filter(({ name }) => /content[A-Z]|specify/.test(name))
			.slice(1);
		expect(others).toEqual([]);
		expect(content?.default).toEqual(specifyContent === 'json' ? '{}' : {});
		expect(notice).toMatchObject({ name: 'contentExample', type: 'notice' });
		expect(notice?.displayName).toContain(`Enter the fields of the ${contentType} below`);
		const [, example = ''] = /<code>(.*)<\/code>/.exec(notice?.displayName ?? '') ?? [];
		expect(documented).toContainEqual(JSON.parse(example));
	}
});

it.each(['Tool', 'HitlTool'])(
	'no model of an AI agent chooses the recipient, nor whom to ask: it would choose who approves its own calls (%s)',
	(suffix) => {
		const tool = { ...description, name: `messagingIntegration${suffix}` };
		const recipients = ['send', 'sendAndWait'].flatMap((operation) =>
			shown(message({ operation }), tool).filter((property) => property.name === 'to'),
		);
		expect(recipients.map((property) => property.default)).toEqual(['', '']);
	},
);

it('the model writes the text', () => {
	const said: FromAIArgument[] = [];
	const written = description.properties.filter(({ name }) => name === 'text');
	traverseNodeParameters(
		written.map((property) => property.default),
		said,
	);
	expect(said).toEqual([{ key: 'Text', type: 'string', description: 'The text of the message' }]);
});

const byUrl = { contentType: 'image', mediaSource: 'url' };

/** What n8n marks in the canvas: parameters that lack something. */
function lackingIn(given: INodeParameters): string[] {
	const { properties } = description;
	const node = { type: 'ours', typeVersion: 1, parameters: {} } as unknown as INode;
	const all = NodeHelpers.getNodeParameters(properties, given, true, false, node, description);
	expect(all).not.toMatchObject({ text: expect.stringContaining('fromAI') });
	const whole = { ...node, parameters: all ?? {} };
	const issues = NodeHelpers.getNodeParametersIssues(properties, whole, description);
	return Object.keys(issues?.parameters ?? {});
}

it.each([
	[{}, ['text']],
	[{ text: '={{ $json.text }}' }, []],
	[{ contentType: 'image' }, []],
	[{ contentType: 'file' }, []],
	[byUrl, ['mediaUrl']],
	[{ contentType: 'image', mediaSource: 'storageRef' }, ['storageRef']],
	[{ contentType: 'poll' }, []],
	[{ ...byUrl, contentType: '={{ $json.type }}' }, []],
	[{ ...byUrl, mediaSource: '={{ $json.source }}' }, []],
])('n8n marks a node in the canvas where %j lacks something: %j', (chosen, lacking) => {
	const instanceId = { __rl: true, mode: 'list', value: '' };
	expect(lackingIn(message({ instanceId, to: '1001', ...chosen }))).toEqual(lacking);
});

const examples = join(__dirname, '../../examples');

it.each(readdirSync(examples).filter((file) => file.endsWith('.json')))(
	'n8n marks no node of the example %s',
	(file) => {
		const { nodes } = JSON.parse(readFileSync(join(examples, file), 'utf8')) as {
			nodes: Array<{ type: string; parameters: INodeParameters }>;
		};
		const ours = nodes.filter(({ type }) => type.endsWith('.messagingIntegration'));
		expect(ours.flatMap(({ parameters }) => lackingIn(parameters))).toEqual([]);
	},
);

it('before the first run, n8n offers only the fields that the node adds to the answer to a message', () => {
	const schema = readFileSync(
		join(__dirname, '../../nodes/MessagingIntegration/__schema__/v1.0.0/message/send.json'),
		'utf8',
	);
	const { properties } = JSON.parse(schema) as { properties: object };
	expect(Object.keys(properties)).toEqual(['to', 'fileName']);
});

it.each([
	['typing', /^This person sees that you are typing$/],
	['read', /^The messages of this person are marked as read$/],
])('the recipient of %s says what happens to whom', (operation, hint) => {
	const to = shown({ resource: 'presence', operation }).find(({ name }) => name === 'to');
	expect(to?.hint).toMatch(hint);
});

it.each(['send', 'sendAndWait'])(
	'the example in the recipient of %s follows its hint',
	(operation) => {
		const to = shown(message({ operation })).find(({ name }) => name === 'to');
		expect(to?.hint).toMatch(/^Start with \+ and the country code/);
		expect(to?.placeholder).toMatch(/^e\.g\. \+\d+ /);
	},
);
