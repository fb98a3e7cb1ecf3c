import { join } from 'node:path';
import { PackageDirectoryLoader } from 'n8n-core';
import { type INode, type INodeParameters, type INodeType, Workflow } from 'n8n-workflow';
import { getAll, message, presence, text, upload } from './parameters';

let type: INodeType;

beforeAll(async () => {
	const loader = new PackageDirectoryLoader(join(__dirname, '../..'));
	await loader.loadAll();
	type = loader.getNode('messagingIntegration').type as INodeType;
});

it.each<[INodeParameters, string]>([
	[text, 'Send: text'],
	[message('image'), 'Send: image'],
	[{ ...text, operation: 'sendAndWait' }, 'Send and Wait'],
	[upload, 'Upload: media'],
	[presence('typing'), 'Show Typing'],
	[presence('read'), 'Mark as Read'],
	[getAll, 'Get Many: instance'],
])('the editor shows the operation below the name of the node: %#', (parameters, subtitle) => {
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: 'messagingIntegration',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const shown = workflow.expression.getSimpleParameterValue(
		workflow.getNode('Node') as INode,
		type.description.subtitle,
		'internal',
		{},
	);
	expect(shown).toBe(subtitle);
});
