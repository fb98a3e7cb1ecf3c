// What a person finds and reads in the editor: searches for the node, and the labels of all parameters and options.
import type { INodeProperties } from 'n8n-workflow';

import { toolType } from '../n8n/examples';
import { operations, optionsOf } from '../package/built';
import { editor, openNode } from './support/editor';
import type { NodePanel } from './support/nodePanel';
import { instanceId, ourNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { createByHand } from './support/workflows';

const n8n = realN8n();
const { openWorkflow } = editor(n8n);

/** What a person may search for. */
const searches = [
	...['send picture', 'send photo', 'send file', 'send text', 'send a message', 'reply', 'phone'],
	...['phone number', 'buttons', 'bulk', 'newsletter', 'presence', 'wait for response'],
	...['send sms', 'bulk message', 'mark as read', 'upload media', 'send file to phone'],
	...[
		'human in the loop',
		'send and wait',
		'sms',
		'approval',
		'messaging',
		'poll',
		'upload',
		'notification',
	],
];

it('what a person may search for finds the node', async () => {
	const page = await openWorkflow(await createByHand(n8n(), [{}], []));
	await page.locator('[data-node-name=Customers]').getByTestId('canvas-handle-plus').click();
	const names = page.getByTestId('node-creator-item-name');
	for (const words of searches) {
		await page.getByTestId('node-creator-search-bar').fill('nothing is called so');
		await names.first().waitFor({ state: 'hidden' });
		await page.getByTestId('node-creator-search-bar').fill(words);
		await names.getByText('Messaging Integration', { exact: true }).waitFor();
	}
});

/** Options with what they hold at first. */
const atFirst = (options: INodeProperties[]): object =>
	Object.fromEntries(options.map((option) => [option.name, option.default]));

/** Waits until the editor, which shows options one after another, shows all that depend on nothing else. */
async function waitFor(panel: NodePanel, options: INodeProperties[]): Promise<void> {
	for (const { displayName } of options.filter((option) => !option.displayOptions)) {
		await panel.settings.getByText(displayName, { exact: true }).first().waitFor();
	}
}

interface Label {
	innerText: string;
	value?: string;
	scrollWidth: number;
	clientWidth: number;
}

/** The labels and values that the editor cuts off. */
const cutIn = async (panel: NodePanel): Promise<string[]> =>
	await panel.settings
		.getByTestId('node-parameters')
		.locator('label, label *, input')
		.evaluateAll((all) =>
			(all as unknown as Label[])
				.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
				.map((one) => one.innerText || (one.value ?? '')),
		);

/** Each operation, and those whose fields depend on another one. */
const shown: Array<[resource: string, operation: string, more?: object]> = [
	...operations.map(({ resource, operation }): [string, string] => [resource, operation]),
	['message', 'send', { contentType: 'image' }],
	['message', 'send', { contentType: 'poll' }],
	['message', 'sendAndWait', { responseType: 'choice' }],
	['message', 'sendAndWait', { responseType: 'customForm' }],
];

it('no label is cut off, nor what stands in a field at first', async () => {
	const nodes = shown.map(([resource, operation, more], at) => {
		const options = atFirst(optionsOf(resource, operation));
		return ourNode(n8n(), `Node ${at}`, { resource, operation, instanceId, options, ...more });
	});
	const page = await openWorkflow(await createByHand(n8n(), [{}], nodes, 'fan'));
	const cut: string[] = [];
	for (const [at, [resource, operation]] of shown.entries()) {
		const panel = await openNode(page, `Node ${at}`);
		await waitFor(panel, optionsOf(resource, operation));
		expect((await panel.labels()).length).toBeGreaterThan(2);
		cut.push(...(await cutIn(panel)));
		await panel.close();
	}
	expect(cut).toEqual([]);
});

it('a tool of an AI agent has no options for lists', async () => {
	const options = optionsOf('message', 'send');
	const parameters = { instanceId, options: atFirst(options) };
	const tool = ourNode(n8n(), 'Tool', parameters, toolType);
	const page = await openWorkflow(await createByHand(n8n(), [{}], [tool], 'fan'));
	const panel = await openNode(page, 'Tool');
	await waitFor(panel, options);
	const labels = await panel.labels();
	const ofLists = ['Messages at Once', 'Messages per Minute', 'Pause Between Messages (Seconds)'];
	expect(labels.filter((label) => ofLists.includes(label))).toEqual([]);
	expect(labels).toContain('Fail if More Than (Messages)');
});

it('a field of a form shows label and type, and what was saved; the rest is behind "Add Attributes"', async () => {
	const values = [
		{ fieldLabel: 'Receipt', fieldType: 'file' },
		{ fieldLabel: 'Reply', fieldType: 'textarea', defaultValue: 'Dear Ada', requiredField: true },
		{ fieldType: 'hiddenField', fieldName: 'order', fieldValue: '12' },
	];
	const form = {
		operation: 'sendAndWait',
		responseType: 'customForm',
		instanceId,
		formFields: { values },
	};
	const node = ourNode(n8n(), 'Ask', form);
	const page = await openWorkflow(await createByHand(n8n(), [{}], [node], 'fan'));
	const panel = await openNode(page, 'Ask');
	await panel.settings.getByText('Field Value', { exact: true }).waitFor();
	const labels = await panel.labels();
	expect(labels.slice(labels.indexOf('Form Fields') + 1, labels.indexOf('Options'))).toEqual([
		...['Label', 'Element Type'],
		...['Label', 'Element Type', 'Default Value', 'Required Field'],
		...['Field Name', 'Element Type', 'Field Value'],
	]);
});
