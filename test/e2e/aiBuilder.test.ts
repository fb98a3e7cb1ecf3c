// What n8n's AI builder makes of the node. No n8n runs.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../n8n/checkout';
import { exampleFiles, nodeType, readExample } from '../n8n/examples';
import { description, operations } from '../package/built';

const n8nModules = join(root, 'dev/n8n/node_modules/@n8n');
const ofSdk = createRequire(join(n8nModules, 'workflow-sdk/dist/index.js'));
const { getNodeTypes } = createRequire(__filename)(
	join(n8nModules, 'ai-utilities/dist/cjs/node-catalog/get.js'),
) as { getNodeTypes: (nodes: object[], options: object) => string };
const { orchestrateGeneration } = ofSdk('./generate-types/generate-types.js') as {
	orchestrateGeneration: (options: object) => Promise<unknown>;
};
const { setSchemaBaseDirs } = ofSdk('./validation/node-parameter-schema/schema-validator.js') as {
	setSchemaBaseDirs: (folders: string[]) => void;
};
const { validateWorkflow } = ofSdk('./validation/validate-workflow.js') as {
	validateWorkflow: (workflow: object) => { errors: object[]; warnings: Array<{ code: string }> };
};

let folder: string;
/** What the builder's model reads when it asks for the node. */
const readByModel = (chosen: { resource?: string; operation?: string } = {}) =>
	getNodeTypes([{ nodeId: nodeType, ...chosen }], { nodeDefinitionDirs: [folder] });

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'ai-builder-'));
	await orchestrateGeneration({
		nodes: [{ ...description, name: nodeType }],
		outputDir: folder,
	});
	setSchemaBaseDirs([folder]);
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

/** Models read at most so many characters for an operation; those of a message have more fields. */
const longest: Record<string, number> = { send: 14_000, sendAndWait: 10_500 };

it.each(operations)(
	'reads a type of $resource: $operation that is not too long for a model',
	({ resource, operation }) => {
		const type = readByModel({ resource, operation });
		expect(type).toContain(`operation: '${operation}';`);
		expect(type.length).toBeLessThan(longest[operation] ?? 5000);
		expect(type).not.toContain("'AF'");
	},
);

it('reads no type of all operations, but their names', () => {
	const names = readByModel();
	expect(names).toContain('message (send, send_and_wait)');
	expect(names.length).toBeLessThan(400);
});

it('reads an example of a message', () => {
	expect(readByModel({ resource: 'message', operation: 'send' })).toContain(
		'One message for each order, never twice',
	);
});

it('finds nothing wrong with the examples', async () => {
	for (const file of exampleFiles()) {
		const example = await readExample(file);
		const nodes = example.nodes.map((node, at) => ({ id: String(at), ...node }));
		const { errors, warnings } = validateWorkflow({ ...example, nodes });
		expect([file, ...errors, ...warnings]).toEqual([file]);
	}
});

it('finds what is wrong with a node', () => {
	const parameters = { resource: 'message', operation: 'send', contentType: 'letter' };
	const node = { id: '1', name: 'Send', type: nodeType, typeVersion: 1, position: [0, 0] };
	const { warnings } = validateWorkflow({
		name: 'Wrong',
		connections: {},
		nodes: [{ ...node, parameters }],
	});
	expect(warnings).toContainEqual(expect.objectContaining({ code: 'INVALID_PARAMETER' }));
});
