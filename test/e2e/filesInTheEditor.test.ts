// The files of a form, dragged into the field names in the editor.
import { randomUUID } from 'node:crypto';

import { fetchN8n } from '../n8n/fetchN8n';
import { fetchPublished } from '../n8n/form';
import { randomPng } from '../n8n/randomPng';
import { until } from '../support/until';
import { editor, openNode } from './support/editor';
import { instanceId, ourNode, plainNode } from './support/nodes';
import { realN8n } from './support/realN8n';

const n8n = realN8n();
const { openWorkflow } = editor(n8n);

/** A form with several files, and a node without a name of their field. */
async function formAndUpload() {
	const path = randomUUID();
	const form = {
		...plainNode('Form', 'n8n-nodes-base.formTrigger', 2.6, {
			formTitle: 'Pictures',
			formFields: {
				values: [{ fieldLabel: 'Pictures', fieldType: 'file' }],
			},
			options: { path },
		}),
		webhookId: path,
	};
	const upload = { resource: 'media', operation: 'upload', instanceId };
	const workflow = await n8n().api.createWorkflow({
		name: path,
		nodes: [form, { ...ourNode(n8n(), 'Upload', upload), position: [224, 0] }],
		connections: { Form: { main: [[{ node: 'Upload', type: 'main', index: 0 }]] } },
		settings: {},
		// As the editor saves it. Without it, n8n cannot run a single step.
		pinData: {},
	});
	return { workflow, formUrl: `${n8n().api.url}/form-test/${path}` };
}

it('three pictures of a form that are dragged into the empty field are all uploaded', async () => {
	const { workflow, formUrl } = await formAndUpload();
	const page = await openWorkflow(workflow);
	await page.getByTestId('execute-workflow-button').click();
	await fetchPublished(formUrl);
	const body = new FormData();
	for (const name of ['a.png', 'b.png', 'c.png'])
		body.append('field-0', new File([new Uint8Array(randomPng())], name, { type: 'image/png' }));
	await (await fetchN8n(formUrl, { method: 'POST', body })).text();
	const uploaded = async () => (await n8n().sandbox.requests()).map(({ file }) => file?.fileName);
	// The empty field takes them, too.
	await until('The run of the form', async () => (await uploaded()).length === 3);

	const panel = await openNode(page, 'Upload');
	await panel.input.getByText('Schema', { exact: true }).click();
	// n8n runs what is saved.
	const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
	await panel.drag('{{ $json.Pictures }}', 'binaryPropertyName');
	await saved;
	await panel.execute();
	await until('The run of the node', async () => (await uploaded()).length === 6);
	await panel.output.getByText('3 items').waitFor();
	expect((await uploaded()).slice(3).sort()).toEqual(['a.png', 'b.png', 'c.png']);
});
