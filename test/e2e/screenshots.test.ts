// The pictures of README and docs, and their alternative texts.
import { keys } from '../../dev/sandbox/accounts';
import { credentialType, importExample } from '../n8n/examples';
import { editor, openNode } from './support/editor';
import { ended } from './support/executions';
import { picturesOfDocs, sizeOfPicture, takePicture } from './support/pictures';
import { ourNode } from './support/nodes';
import { ask, words } from './support/questions';
import { type RealN8n, realN8n } from './support/realN8n';
import { createByHand, publishChain } from './support/workflows';

const n8n = realN8n();
const { open, openWorkflow, visit } = editor(n8n);

const instanceId = { __rl: true, mode: 'list', value: 'demo', cachedResultName: 'Demo phone' };
const to = '+1 (202) 555-4567';
const text = 'Your order is on its way';
const ada = { name: 'Ada', phone: to };

/** The alternative text of each picture. */
const seen: Record<string, string> = {};

it('the editor shows the parameters of each operation, and the output of a sent text', async () => {
	const operations = {
		'send-a-picture': { instanceId, to, contentType: 'image', caption: 'Our new office' },
		'upload-media': { resource: 'media', operation: 'upload', instanceId },
		'get-many-instances': { resource: 'instance', operation: 'getAll' },
		'show-typing': { resource: 'presence', operation: 'typing', instanceId },
		'mark-as-read': { resource: 'presence', operation: 'read', instanceId },
		'send-and-wait': { operation: 'sendAndWait', instanceId, to, message: words },
	};
	const nodes = Object.entries(operations).map(([name, parameters]) =>
		ourNode(n8n(), name, parameters),
	);
	const sendText = ourNode(n8n(), 'send-a-text', { instanceId, to, text });
	const page = await openWorkflow(await createByHand(n8n(), [ada], [...nodes, sendText], 'fan'));
	for (const name of Object.keys(operations)) {
		const panel = await openNode(page, name);
		await takePicture(page, name, panel.settings, panel.addOption);
		seen[name] = (await panel.labels()).join(', ');
		await panel.close();
	}
	const panel = await openNode(page, sendText.name);
	await panel.success('accepted');
	await takePicture(page, sendText.name, panel.settings, panel.output, panel.addOption);
	const columns = await panel.output.getByRole('columnheader').allInnerTexts();
	const comesOut = columns.map((column) => column.trim()).filter(Boolean);
	seen[sendText.name] =
		`${(await panel.labels()).join(', ')}; what comes out: ${comesOut.join(', ')}`;
});

it('the editor shows a whole workflow', async () => {
	const { api, credential } = n8n();
	const example = 'form-to-message-one-node.json';
	const workflow = await importExample(
		api,
		example,
		{ [credentialType]: credential },
		(shown) => (shown.nodes = shown.nodes.filter(({ type }) => !type.endsWith('stickyNote'))),
	);
	const page = await openWorkflow(workflow);
	await page.setViewportSize({ width: 1000, height: 600 });
	const nodes = page.getByTestId('canvas-node');
	for (const node of await nodes.all()) await node.locator('img, svg').first().waitFor();
	await page.getByTestId('zoom-to-fit').click();
	await takePicture(page, 'a-whole-workflow', page.getByTestId('canvas'));
	const names = await nodes.evaluateAll((all) => all.map((one) => one.dataset.nodeName));
	seen['a-whole-workflow'] = names.join(', ');
});

it('the editor shows typical errors', async () => {
	const withKey = async (apiKey: string, baseUrl = n8n().sandboxUrl) => ({
		...n8n(),
		credential: await n8n().api.createCredential(credentialType, 'Sandbox', { apiKey, baseUrl }),
	});
	const parameters = { instanceId, to, text };
	const failures: Array<[string, string, RealN8n, object?]> = [
		[
			'wrong-key',
			'The service does not accept the API key (401): "The API key is missing or not known.", "Unauthorized"',
			await withKey('sandbox_live_revoked'),
		],
		[
			'missing-scope',
			'The service refuses this message (403): "The API key lacks the scope messages:send.", "Forbidden"',
			await withKey(keys.readOnly.key),
		],
		[
			'unsupported-content',
			'Instance "basic" cannot send the content type "poll" (422): "The engine basic of instance basic does not support poll.", "NOT_SUPPORTED_BY_ENGINE"',
			n8n(),
			{
				instanceId: { ...instanceId, value: 'basic', cachedResultName: 'Basic phone' },
				contentType: 'poll',
				specifyContent: 'json',
				contentJson: '{ "question": "Tea?" }',
			},
		],
		['no-recipient', 'The recipient is empty', n8n(), { to: '={{ $json.mobile }}' }],
		[
			'service-down',
			'127.0.0.1:9 refused the connection',
			await withKey(keys.all.key, 'http://127.0.0.1:9'),
		],
	];
	const nodes = failures.map(([name, , account, others]) =>
		ourNode(account, name, { ...parameters, ...others }),
	);
	const page = await openWorkflow(await createByHand(n8n(), [ada], nodes, 'fan'));
	for (const [name, title] of failures) {
		const panel = await openNode(page, name);
		await panel.failure(title);
		await takePicture(page, name, panel.output, panel.output.getByText('Other info'));
		seen[name] = title;
		await panel.close();
	}
});

it("n8n's retry button offers what failures.md says", async () => {
	const node = ourNode(n8n(), 'Send Message', { instanceId, to: '0171', text });
	const { workflow, post } = await publishChain(n8n(), 'lastNode', [node]);
	await post({});
	const { id } = await ended(n8n(), workflow);
	const page = await open(`/workflow/${workflow.id}/executions/${id}`);
	await page.setViewportSize({ width: 1100, height: 420 });
	await page.getByTestId('execution-preview-retry-button').click();
	const choices = page.getByRole('menuitem', { name: 'Retry with' });
	await choices.last().waitFor();
	await takePicture(page, 'retry', page.getByTestId('executions-sidebar'), choices.last());
	seen['retry'] = (await choices.allInnerTexts()).map((words) => words.trim()).join(', ');
});

it('a question on the phone and the page behind its link look as they do in docs/', async () => {
	const { link } = await ask(n8n());
	const phone = await visit(n8n().sandboxUrl);
	await phone.setViewportSize({ width: 390, height: 1800 });
	const message = phone.getByRole('list', { name: /^Messages/ }).getByRole('listitem');
	await takePicture(phone, 'question-on-the-phone', message);
	const said = (await message.innerText()).split('\n').filter(Boolean);
	seen['question-on-the-phone'] = `${said.slice(0, 2).join(' ')} and a link`;
	const page = await visit(link);
	await page.setViewportSize({ width: 390, height: 844 });
	await takePicture(page, 'question-page', page.getByRole('main'));
	const shown = page.locator('h1, .message, label, button');
	seen['question-page'] = (await shown.allInnerTexts()).join(', ');
});

it("a model's answer on the phone looks as it does in docs/, without the options and with them", async () => {
	const answer = [
		'## Your stay in Lisbon',
		'Here are **three ideas** for *Saturday*:',
		'1. **Belém Tower** – go early\n2. [Tram 28](https://example.com/tram_28)\n3. **Cascais**, if it rains',
		'Shall I book a table for **two**? 😋',
	].join('\n\n');
	const splitText = { values: { by: 'paragraphs', maxLength: 4096 } };
	const pictures = {
		'answer-as-it-comes': ['12025550101', {}],
		'answer-in-messages': ['12025550102', { markdown: 'plain', splitText }],
	} as const;
	const nodes = Object.entries(pictures).map(([name, [to, options]]) =>
		ourNode(n8n(), name, { instanceId, to, text: answer, options }),
	);
	await (await publishChain(n8n(), 'lastNode', nodes)).post({});
	const phone = await visit(n8n().sandboxUrl);
	await phone.setViewportSize({ width: 390, height: 1800 });
	for (const [name, [to]] of Object.entries(pictures)) {
		const list = phone.getByRole('list', { name: `Messages to ${to}` });
		await takePicture(phone, name, list);
		const first = await list.getByRole('listitem').first().innerText();
		const count = await list.getByRole('listitem').count();
		seen[name] = `${count === 1 ? 'One message' : `${count} messages`}: ${first.split('\n')[0]} …`;
	}
});

it('the page of a form on the phone looks as it does in docs/', async () => {
	const choices = (...names: string[]) => ({
		fieldOptions: { values: names.map((option) => ({ option })) },
	});
	const fields = [
		{ fieldLabel: 'Day', fieldType: 'date', requiredField: true },
		{
			fieldLabel: 'Time',
			fieldType: 'radio',
			requiredField: true,
			...choices('Morning', 'Afternoon'),
		},
		{ fieldLabel: 'Floor', fieldType: 'number', placeholder: '0' },
		{ fieldLabel: 'We also', fieldType: 'checkbox', ...choices('assemble it', 'take the old one') },
		{ fieldLabel: 'Anything else?', fieldType: 'textarea' },
	];
	const { link } = await ask(n8n(), {
		message: 'Your sofa is ready. When may we deliver it?',
		responseType: 'customForm',
		formFields: { values: fields },
	});
	const page = await visit(link);
	await page.setViewportSize({ width: 390, height: 1800 });
	await takePicture(page, 'question-form', page.getByRole('main'));
	const shown = page.locator('h1, .message, label[for], legend, button');
	seen['question-form'] = (await shown.allInnerTexts()).join(', ');
});

it('README and docs show these pictures with their alternative texts, and no picture is large', () => {
	expect(picturesOfDocs()).toEqual(seen);
	expect(Object.keys(seen).filter((name) => sizeOfPicture(name) > 120_000)).toEqual([]);
});
