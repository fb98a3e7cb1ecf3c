import type { Page } from 'playwright-core';

import { editor } from '../e2e/support/editor';
import type { RestartableN8n } from '../e2e/support/realN8n';
import { accepted, secret, secretHeader } from '../e2e/support/runningExamples';
import { post } from '../e2e/support/workflows';
import {
	credentialType,
	exampleFiles,
	importExample,
	publishExample,
	readExample,
} from '../n8n/examples';
import { fetchN8n } from '../n8n/fetchN8n';
import { submitForm } from '../n8n/form';
import type { WorkflowFile } from '../n8n/N8nApi';
import { randomPng } from '../n8n/randomPng';

/** The examples that need a newer n8n, which their notes name. */
const newer = (version: string, { nodes }: WorkflowFile) => {
	const [, needed = '0'] = /n8n (\d+\.\d+) or later/.exec(JSON.stringify(nodes)) ?? [];
	return needed.localeCompare(version, undefined, { numeric: true }) > 0;
};

interface Part {
	scrollHeight: number;
	clientHeight: number;
}

/** By how many pixels the text of a note is longer than the note. */
const cutOff = async (page: Page): Promise<number[]> =>
	await page
		.getByTestId('sticky')
		.locator('div')
		.evaluateAll((all) =>
			(all as unknown as Part[])
				.map(({ scrollHeight, clientHeight }) =>
					clientHeight > 0 ? scrollHeight - clientHeight : 0,
				)
				.filter((more) => more > 1),
		);

/** Imports and opens all examples, and runs three: two by a webhook, one by a form. */
export function examplesTests(n8n: () => RestartableN8n, done: string[], version: string): void {
	const { openWorkflow } = editor(n8n);

	/** Every node type and version that the editor of this n8n knows. */
	async function knownTypes(): Promise<Set<string>> {
		const { url, cookie, browserId } = n8n().api.session;
		const headers = { cookie, 'browser-id': browserId };
		const types = (await (await fetchN8n(`${url}/types/nodes.json`, { headers })).json()) as Array<{
			name: string;
			version: number | number[];
		}>;
		return new Set(
			types.flatMap(({ name, version }) => [version].flat().map((one) => `${name} ${one}`)),
		);
	}

	it('knows every node of each example that does not say that it needs a newer n8n', async () => {
		const known = await knownTypes();
		for (const file of exampleFiles()) {
			const example = await readExample(file);
			const types = example.nodes.map(({ type, typeVersion }) => `${type} ${String(typeVersion)}`);
			const unknown = types.filter((type) => !known.has(type));
			expect([file, unknown.length > 0, unknown]).toEqual([file, newer(version, example), unknown]);
		}
	});

	it('opens every example in the editor, with its whole note', async () => {
		const cut: Record<string, number[]> = {};
		for (const file of exampleFiles()) {
			const example = await readExample(file);
			const page = await openWorkflow(await importExample(n8n().api, file, {}));
			const shown = page.getByTestId('canvas-node').or(page.getByTestId('sticky'));
			await shown.nth(example.nodes.length - 1).waitFor();
			expect([file, await shown.count()]).toEqual([file, example.nodes.length]);
			const more = await cutOff(page);
			if (more.length > 0) cut[file] = more;
			await page.context().close();
		}
		expect(cut).toEqual({});
		done.push(`${exampleFiles().length} examples opened`);
	});

	it('runs three examples', async () => {
		const { api, credential } = n8n();
		const credentials = {
			[credentialType]: credential,
			httpHeaderAuth: await api.createCredential('httpHeaderAuth', 'Header', secret),
		};
		const run = async (file: string) =>
			await api.publish(await importExample(api, file, credentials));
		await run('webhook-to-text.json');
		const call = { to: '+1 202-555-0101', text: 'Your order is on its way' };
		expect(await post(n8n(), 'send-a-text', call, secretHeader)).toEqual(accepted);
		await run('shop-order.json');
		const order = { id: 1001, name: 'Ada', phone: '+1 202-555-0101' };
		const skipped = { skipped: true, sendOnceKey: 'order-1001', to: '12025550101' };
		expect(await post(n8n(), 'shop-order', order, secretHeader)).toEqual(accepted);
		expect(await post(n8n(), 'shop-order', order, secretHeader)).toEqual(skipped);
		const { formUrl } = await publishExample(api, 'form-to-message-one-node.json', credentials);
		const picture = { fileName: 'picture.png', png: randomPng() };
		const filledIn = { name: 'Ada', phone: '+49 (151) 234-56789', picture };
		expect(await submitForm(formUrl, filledIn)).toMatchObject({ title: 'Sent' });
		// A failed item comes out of the error output, with its details.
		const wrong = { ...filledIn, phone: '0151 23456789' };
		const notSent = { title: 'The picture was not sent' };
		expect(await submitForm(formUrl, wrong)).toMatchObject(notSent);
		done.push('3 examples run');
	});
}
