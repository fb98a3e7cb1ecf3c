// The node in n8n's editor: find it, fill it in, run it, read its errors, test the credential.
import { keys } from '../../dev/sandbox/accounts';
import { credentialType } from '../n8n/examples';
import { editor, openNode } from './support/editor';
import { NodePanel } from './support/nodePanel';
import { instanceId, ourNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { createByHand } from './support/workflows';

const n8n = realN8n();
const { open, openWorkflow } = editor(n8n);

const phone = '+1 (202) 555-4567';

it('a user can find the node, choose an instance, drag in a field and send a message', async () => {
	const page = await openWorkflow(await createByHand(n8n(), [{ phone, name: 'Ada' }], []));
	await page.locator('[data-node-name=Customers]').getByTestId('canvas-handle-plus').click();
	const search = page.getByTestId('node-creator-search-bar');
	const entry = (name: string) =>
		page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
	await search.fill('approval');
	await entry('Messaging Integration').waitFor();
	await search.fill('messaging');
	await entry('Send Email').waitFor({ state: 'hidden' });
	await entry('Messaging Integration').click();
	await page.getByText('Actions (6)').waitFor();
	const actions = page.getByTestId('node-creator-item-name').filter({ hasNotText: 'Messaging' });
	expect(await actions.allInnerTexts()).toEqual([
		'Send a text, picture or file',
		'Ask a person and wait',
		'Upload a file to send it many times',
		'Mark messages as read',
		'Show typing indicator',
		'Get many instances',
	]);

	await actions.getByText('Send a text, picture or file', { exact: true }).click();
	const panel = new NodePanel(page);
	await panel.settings.getByRole('combobox', { name: 'Select Credential' }).waitFor();
	await panel.enter('text', 'Your order is on its way');
	await panel.chooseFromList('instanceId', 'text', 'Text only (491500000003)');
	await panel.drag('{{ $json.phone }}', 'to');
	await panel.field('to').getByText('{{ $json.phone }}').waitFor();
	await panel.success('accepted');
	expect(await n8n().sandbox.messages()).toMatchObject([
		{
			instanceId: 'minimal',
			to: '12025554567',
			content: { type: 'text', text: 'Your order is on its way' },
		},
	]);
});

it('an error shows what happened, the item, what to do and what the service said', async () => {
	const send = ourNode(n8n(), 'Send', { instanceId, to: '={{ $json.phone }}', text: 'Hello' });
	const page = await openWorkflow(await createByHand(n8n(), [{ phone }, { phone }], [send]));
	const panel = await openNode(page, 'Send');

	await n8n().sandbox.bend({
		path: 'messages',
		skip: 1,
		status: 422,
		code: 'NOT_SUPPORTED_BY_ENGINE',
		message: 'No texts',
	});
	const advice = await panel.failure(
		'1 of 2 items was sent. Instance "demo" cannot send the content type "text" (422): "No texts", "NOT_SUPPORTED_BY_ENGINE"',
		1,
	);
	expect(advice).toContain('Choose another content type or another instance.');
	expect(advice).toContain('2 items: 1 sent, 1 not sent.');
	await panel.output.getByText('From Messaging Integration').click();
	await panel.output.getByText('"code": "NOT_SUPPORTED_BY_ENGINE"').waitFor();
	await panel.output.getByText('"delivery": "notSent"').waitFor();

	await n8n().sandbox.straighten();
	await n8n().sandbox.bend({ path: 'messages', status: 401, message: 'Key revoked' });
	const refused = 'The service does not accept the API key (401): "Key revoked", "Unauthorized"';
	expect(await panel.failure(refused, 0)).toContain(
		'Check "API Key" and "Authentication" in the credential',
	);
});

it('if the key lacks instances:read, the instance list says to enter the ID, which works', async () => {
	const credential = await n8n().api.createCredential(credentialType, 'Send only', {
		baseUrl: n8n().sandboxUrl,
		apiKey: keys.sendOnly.key,
	});
	const send = ourNode({ ...n8n(), credential }, 'Send', { to: phone, text: 'Hello' });
	const page = await openWorkflow(await createByHand(n8n(), [{}], [send]));
	const panel = await openNode(page, 'Send');
	const instance = panel.parameter('instanceId');
	await instance.getByTestId('rlc-input').click();
	const said = await page.getByTestId('rlc-error-container').innerText();
	expect(said).toContain(
		'403 - The service refuses this request: "The API key lacks the scope instances:read."',
	);
	expect(said).toContain('choose "By ID" in the parameter "Instance" and enter the ID');

	await page.keyboard.press('Escape');
	await instance.getByTestId('rlc-mode-selector').click();
	await page.getByTestId('mode-id').click();
	await panel.enter('instanceId', 'minimal');
	await panel.success('accepted');
	expect(await n8n().sandbox.messages()).toMatchObject([{ instanceId: 'minimal' }]);
});

it('the fields of an upload and of the instance list can be dragged before the nodes have run', async () => {
	const list = ourNode(n8n(), 'List', { resource: 'instance', operation: 'getAll' });
	const upload = ourNode(n8n(), 'Upload', { resource: 'media', operation: 'upload', instanceId });
	const send = ourNode(n8n(), 'Send', {
		instanceId,
		to: phone,
		contentType: 'image',
		mediaSource: 'storageRef',
	});
	const page = await openWorkflow(await createByHand(n8n(), [{}], [list, upload, send]));
	const behindUpload = await openNode(page, 'Send');
	await behindUpload.drag('{{ $json.storageRef }}', 'storageRef');
	await behindUpload.field('storageRef').getByText('{{ $json.storageRef }}').waitFor();
	await behindUpload.close();
	const behindList = await openNode(page, 'Upload');
	await behindList.inputField('{{ $json.id }}').waitFor();
	expect(await n8n().sandbox.requests()).toEqual([]);
});

it('the credential window shows whether the key works', async () => {
	const { id } = await n8n().api.createCredential(credentialType, 'Mine', {
		baseUrl: n8n().sandboxUrl,
		apiKey: keys.all.key,
	});
	const page = await open(`/home/credentials/${id}`);
	const window = page.getByTestId('editCredential-modal');
	const enter = async (key: string) => {
		await window.getByTestId('parameter-input-apiKey').locator('input').fill(key);
		// n8n takes the key over a moment later; until then the button is the word "Saved", which takes clicks and does nothing.
		await window.getByTestId('credential-save-button').getByRole('button').click();
	};
	await window.getByText('Connection tested successfully').waitFor();

	await enter('sandbox_live_wrong');
	await window.getByText('Couldn’t connect with these settings').waitFor();
	await window.getByText('More details').click();
	await window
		.getByText(
			/The service does not accept the API key \(401\): .*Check "API Key" and "Authentication"/,
		)
		.waitFor();

	// n8n shows its own text for every success; the instance list then reports the missing scope.
	await enter(keys.sendOnly.key);
	await window.getByText('Connection tested successfully').waitFor();
});
