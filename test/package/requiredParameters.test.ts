import { type INode, NodeHelpers } from 'n8n-workflow';

import { description } from './built';

const url = { contentType: 'image', mediaSource: 'url' };
const stored = { contentType: 'image', mediaSource: 'storageRef' };

it.each([
	[{}, ['text']],
	[{ text: 'hello' }, []],
	[{ text: '={{ $json.text }}' }, []],
	[{ contentType: 'image' }, []],
	[url, ['mediaUrl']],
	[{ ...url, mediaUrl: 'https://example.com/a.png' }, []],
	[stored, ['storageRef']],
	[{ contentType: 'poll' }, []],
	[{ contentType: '={{ $json.type }}' }, []],
	[{ ...url, contentType: '={{ $json.type }}' }, []],
	[{ ...url, mediaSource: '={{ $json.source }}' }, []],
])('n8n marks a node in the canvas where %j lacks something: %j', (chosen, lacking) => {
	const given = {
		resource: 'message',
		operation: 'send',
		instanceId: { __rl: true, mode: 'id', value: 'demo' },
		to: '1',
		...chosen,
	};
	const node = { type: 'ours', typeVersion: 1, parameters: {} } as unknown as INode;
	const all = NodeHelpers.getNodeParameters(
		description.properties,
		given,
		true,
		false,
		node,
		description,
	);
	const issues = NodeHelpers.getNodeParametersIssues(
		description.properties,
		{ ...node, parameters: all ?? {} },
		description,
	);
	expect(all).not.toMatchObject({ text: expect.stringContaining('fromAI') });
	expect(Object.keys(issues?.parameters ?? {})).toEqual(lacking);
});
