// The examples that another program or workflow starts, and the one that asks by form.
import { fetchN8n } from '../n8n/fetchN8n';
import type { WorkflowFile } from '../n8n/N8nApi';
import { until } from '../support/until';
import { outputOf, waiting } from './support/executions';
import { accepted, example, runningExamples, secretHeader } from './support/runningExamples';
import { plainNode } from './support/nodes';
import { post, publishChain } from './support/workflows';

const { n8n, execute, operations, publish } = runningExamples();

/** Waits until this many messages have arrived. */
async function arrived(count: number) {
	return await until('A message', async () => {
		const messages = await n8n().sandbox.messages();
		return messages.length >= count && messages;
	});
}

const call = { to: '+1 202-555-0101', text: 'Your order is on its way' };
const message = { to: '12025550101', content: { type: 'text', text: call.text } };

example('webhook-to-text.json', 'shows typing, sends, and wants the header', async (file) => {
	await publish(file);
	expect(await post(n8n(), 'send-a-text', call, secretHeader)).toEqual(accepted);
	expect(await operations()).toEqual(['typing', 'messages']);
	expect(await n8n().sandbox.messages()).toMatchObject([message]);
	const stranger = await fetchN8n(`${n8n().api.url}/webhook/send-a-text`, {
		method: 'POST',
		body: JSON.stringify(call),
	});
	expect(stranger.status).toBe(403);
	expect(await n8n().sandbox.messages()).toHaveLength(1);
});

const order = { id: 1001, name: 'Ada', phone: '+1 202-555-0101' };
const shop = 'shop-order.json';

example(shop, 'sends one message for an order that is reported twice', async (file) => {
	await publish(file);
	const report = async (body: object) => await post(n8n(), 'shop-order', body, secretHeader);
	expect(await report(order)).toEqual(accepted);
	expect(await report(order)).toEqual({
		skipped: true,
		sendOnceKey: 'order-1001',
		to: '12025550101',
	});
	expect(await report({ ...order, id: 1002 })).toEqual(accepted);
	expect(await n8n().sandbox.messages()).toMatchObject([
		{ to: '12025550101', content: { text: 'Hello Ada, thank you for your order 1001.' } },
		{ content: { text: 'Hello Ada, thank you for your order 1002.' } },
	]);
});

example(shop, 'lets the shop report an order again that was not sent', async (file) => {
	await publish(file);
	const again = { ...order, id: 1003 };
	await n8n().sandbox.bend({ path: 'messages', status: 422 });
	const url = `${n8n().api.url}/webhook/shop-order`;
	const report = async () =>
		(
			await fetchN8n(url, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...secretHeader },
				body: JSON.stringify(again),
			})
		).status;
	await until('The webhook', async () => (await fetchN8n(url, { method: 'POST' })).status === 403);
	expect(await report()).toBe(500);
	expect(await report()).toBe(200);
	expect(await n8n().sandbox.messages()).toHaveLength(1);
});

example('invoice-as-pdf.json', 'sends a posted file as a document, once', async (file) => {
	await publish(file);
	const pdf = new File(['%PDF-1.4 An invoice'], 'final (3).pdf', { type: 'application/pdf' });
	const invoice = (number: string) => {
		const form = new FormData();
		form.set('invoice', pdf);
		form.set('number', number);
		form.set('name', 'Ada');
		form.set('phone', '+1 202-555-0101');
		return form;
	};
	const report = async (number: string) =>
		await post(n8n(), 'invoice', invoice(number), secretHeader);
	expect(await report('1001')).toEqual(accepted);
	expect(await report('1001')).toEqual({
		skipped: true,
		sendOnceKey: 'invoice-1001',
		to: '12025550101',
	});
	const [upload, ...others] = await n8n().sandbox.requests();
	expect(upload?.file).toMatchObject({
		fileName: 'Invoice 1001.pdf',
		mimeType: 'application/pdf',
		size: pdf.size,
	});
	expect(others).toHaveLength(1);
	const caption = 'Hello Ada, here is your invoice 1001.';
	expect(await n8n().sandbox.messages()).toMatchObject([
		{ to: '12025550101', content: { type: 'document', media: { caption } } },
	]);
});

example(
	'alert-on-failure.json',
	'sends the error of another workflow, once an hour',
	async (file) => {
		const { id: errorWorkflow } = await publish(file);
		const failing = plainNode('Order', 'n8n-nodes-base.stopAndError', 1, {
			errorMessage: 'No stock is left',
		});
		const { post, workflow } = await publishChain(n8n(), 'onReceived', [failing], undefined, {
			errorWorkflow,
		});
		await post({});
		const [alert] = await arrived(1);
		expect(String(alert?.content.text).split('\n')).toEqual([
			`⚠ ${String(workflow.name)} failed: No stock is left`,
			expect.stringContaining(`/workflow/${workflow.id}/executions/`),
		]);
		await post({});
		await until('The second alert', async () => {
			const { length } = await n8n().api.executions(errorWorkflow, 'success');
			return length === 2;
		});
		expect(await n8n().sandbox.messages()).toHaveLength(1);
	},
);

example('receive-and-reply.json', 'replies to each sender once a day', async (file) => {
	await publish(file);
	const report = async (from: string) =>
		await post(n8n(), 'incoming-message', { from, text: 'Are you open?' }, secretHeader);
	await report('12025550101');
	await arrived(1);
	await report('12025550101');
	await report('12025550102');
	const messages = await arrived(2);
	expect(messages.map(({ to }) => to)).toEqual(['12025550101', '12025550102']);
	expect(messages[0]?.content).toEqual({
		type: 'text',
		text: 'Thank you for your message. We will answer soon.',
	});
});

const office = 'office-hours.json';

/** Changes the office hours, as a user does in that node. */
function openOn(opens: number, closes: number) {
	return ({ nodes }: WorkflowFile) => {
		const hours = nodes.find(({ name }) => name === 'Office Hours');
		const { assignments } = hours?.parameters.assignments as {
			assignments: Array<{ value: unknown }>;
		};
		const values = [opens, closes, '[1, 2, 3, 4, 5, 6, 7]'];
		assignments.forEach((assignment, at) => (assignment.value = values[at]));
	};
}

example(office, 'sends at once while the office is open', async (file) => {
	const workflow = await publish(file, openOn(0, 24));
	await post(n8n(), 'office-hours', call, secretHeader);
	expect(await outputOf(n8n(), workflow, 'Send Message')).toEqual([accepted]);
	expect(await n8n().sandbox.messages()).toMatchObject([message]);
});

example(office, 'waits for the next opening while it is closed, and then sends', async (file) => {
	const workflow = await publish(file, openOn(0, 0));
	await post(n8n(), 'office-hours', call, secretHeader);
	const { id } = await waiting(n8n(), workflow);
	const { waitTill, startedAt } = (await n8n().api.execution(id)) as unknown as {
		waitTill: string;
		startedAt: string;
	};
	const hoursToWait = (Date.parse(waitTill) - Date.parse(startedAt)) / 3_600_000;
	expect(hoursToWait).toBeGreaterThan(0);
	expect(hoursToWait).toBeLessThanOrEqual(25);
	expect(new Date(waitTill).getUTCMinutes()).toBe(0);
	expect(await n8n().sandbox.messages()).toEqual([]);
	await n8n().endWaits();
	expect(await arrived(1)).toMatchObject([message]);
});

example(
	'ask-by-form.json',
	'goes on with the answer, which opening the link does not give',
	async (file) => {
		const workflow = await execute(file);
		const [question] = await arrived(1);
		const [, link = ''] = /answer here: (http\S+)$/.exec(String(question?.content.text)) ?? [];
		// n8n 2.41 never answers a request for the form that comes while the execution is still running.
		await waiting(n8n(), workflow);
		const page = await (await fetchN8n(link)).text();
		expect(page).toContain('Does Tuesday at 10 suit you?');
		const form = new FormData();
		form.set('field-0', 'Yes');
		form.set('field-1', 'Gladly');
		expect((await fetchN8n(link, { method: 'POST', body: form })).status).toBe(200);
		expect(await outputOf(n8n(), workflow, 'Continue Here')).toMatchObject([
			{ 'Your answer': 'Yes', Comment: 'Gladly' },
		]);
	},
);
