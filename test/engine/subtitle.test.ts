import { type INode, type INodeParameters, type INodeTypes, Workflow } from 'n8n-workflow';
import { description } from '../package/built';
import { getAll, message, presence, text, upload } from './parameters';

const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;

it.each<[INodeParameters, string]>([
	[text, 'Send: text'],
	[message('image'), 'Send: image'],
	[{ ...text, operation: 'sendAndWait' }, 'Send and Wait'],
	[upload, 'Upload: media'],
	[presence('typing'), 'Show Typing'],
	[presence('read'), 'Mark as Read'],
	[getAll, 'Get Many: instance'],
])('the editor shows the operation below the name of the node: %#', (parameters, subtitle) => {
	const type = 'messagingIntegration';
	const node: INode = {
		...{ id: 'node', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters },
	};
	const { expression, nodes } = new Workflow({
		...{ nodes: [node], connections: {}, active: false, nodeTypes },
	});
	const [saved, wanted] = [nodes.Node as INode, description.subtitle];
	expect(expression.getSimpleParameterValue(saved, wanted, 'internal', {})).toBe(subtitle);
});
