// What n8n's AI builder makes of the node. No n8n runs.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root } from '../n8n/checkout';
import { exampleFiles, nodeType, readExample } from '../n8n/examples';
import { description } from '../package/built';

const sdk = join(root, 'dev/n8n/node_modules/@n8n/workflow-sdk/dist/index.js');
const ofSdk = createRequire(sdk);
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
const ofMessage = (file: string) =>
	join(folder, 'nodes', 'n8n-nodes-messaging-integration/messagingIntegration/v1', file);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'ai-builder-'));
	await orchestrateGeneration({
		nodes: [{ ...description, name: nodeType }],
		outputDir: folder,
	});
	setSchemaBaseDirs([folder]);
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

it.each([
	['message', 'send', 12_500],
	['message', 'send_and_wait', 10_500],
	['media', 'upload', 5_000],
	['presence', 'typing', 5_000],
	['instance', 'get_all', 5_000],
])('reads a type of %s: %s that is not too long for a model', async (resource, operation, most) => {
	const type = await readFile(ofMessage(`resource_${resource}/operation_${operation}.ts`), 'utf8');
	expect(type.length).toBeLessThan(most);
	expect(type).not.toContain("'AF'");
});

it('reads an example of a message', async () => {
	const type = await readFile(ofMessage('resource_message/operation_send.ts'), 'utf8');
	expect(type).toContain('One message for each order, never twice');
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
		...{ name: 'Wrong', connections: {}, nodes: [{ ...node, parameters }] },
	});
	expect(warnings).toContainEqual(expect.objectContaining({ code: 'INVALID_PARAMETER' }));
});
