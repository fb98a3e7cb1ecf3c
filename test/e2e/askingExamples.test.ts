// The examples that ask a person, from the form or the chat to the answer.
import {
	credentialType,
	importExample,
	publishExample,
	type PublishedExample,
} from '../n8n/examples';
import { until } from '../support/until';
import { editor } from './support/editor';
import { executeChat, executeWorkflow } from './support/inTheEditor';
import { answer, answered, asked } from './support/questions';
import { runningExamples, secretHeader } from './support/runningExamples';
import { type ModelRequest, startModel } from './support/startModel';
import { post } from './support/workflows';
import { respondedBy } from '../support/respondedBy';

const { n8n, publish, publishForm, credentials } = runningExamples();
const { visit } = editor(n8n);

let holiday: PublishedExample;

beforeAll(async () => {
	holiday = await publishExample(n8n().api, 'holiday-request.json', {
		[credentialType]: n8n().credential,
	});
});

const texts = async () =>
	(await n8n().sandbox.messages()).map(({ to, content }) => [to, content.text]);

describe('holiday-request.json', () => {
	it.each([
		['Approve', 'Your holiday from 2026-08-03 is approved. Enjoy!', 'approved'],
		['Decline', 'Your holiday was declined. Enjoy!', 'declined'],
	])(
		'asks three managers; one opens the link on the sandbox page and presses %s; the applicant and the other managers read it',
		async (button, told, decided) => {
			const { workflow, formUrl } = holiday;
			const form = await visit(formUrl);
			await form.getByLabel('Name').fill('Ada Example');
			await form.getByLabel('Phone').fill('+1 202-555-0101');
			await form.getByLabel('First Day').fill('2026-08-03');
			await form.getByLabel('Last Day').fill('2026-08-14');
			await form.getByRole('button', { name: 'Submit' }).click();
			await form.getByText('We have your request.').waitFor();
			await asked(n8n(), workflow, 3);

			const phone = await visit(n8n().sandboxUrl);
			const question = phone.getByRole('list', { name: 'Messages to 12025550100' });
			await question.getByText('Ada Example asks for a holiday from').waitFor();
			const [page] = await Promise.all([
				phone.waitForEvent('popup'),
				question.getByRole('link').click(),
			]);
			await page.getByLabel('Comment (optional)').fill('Enjoy!');
			await page.getByRole('button', { name: button }).click();
			await page.getByRole('heading', { name: 'Recorded' }).waitFor();
			const accepted = expect.objectContaining({ status: 'accepted' });
			expect(await answered(n8n(), workflow, 'Tell Other Managers')).toEqual([accepted, accepted]);
			await phone
				.getByRole('list', { name: 'Messages to 12025550101' })
				.getByText(told, { exact: true })
				.waitFor();
			for (const other of ['12025550102', '12025550103'])
				await phone
					.getByRole('list', { name: `Messages to ${other}` })
					.getByText(`Ada Example's holiday is ${decided}. You need not answer.`, { exact: true })
					.waitFor();
		},
	);
});

const dinner = { to: '+1 202-555-0101', text: 'Dinner is at eight' };

/** Starts the agent with a model that sends these messages in one turn. The agent then asks, or cannot ask. */
async function agent(messages = [dinner]) {
	const calls = messages.map(({ to, text }) => ({
		tool: 'Send_Message',
		arguments: { toolParameters: { To: to, Text: text }, hitlParameters: {} },
	}));
	const { model, requests } = await startModel(n8n(), [calls, 'Done.']);
	const all = { ...credentials(), ...model };
	const workflow = await importExample(n8n().api, 'ai-agent-asks-first.json', all);
	await executeChat(n8n(), workflow, 'Tell +1 202-555-0101 that dinner is at eight');
	return { workflow, requests };
}

/** What the model reads as the results of its tool calls, as JSON. */
async function results(requests: ModelRequest[]): Promise<string[]> {
	const { messages } = await until('The second request to the model', () => requests[1]);
	return messages
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => JSON.stringify(content));
}

const lastResult = async (requests: ModelRequest[]) => (await results(requests)).at(-1) ?? '';

describe('ai-agent-asks-first.json', () => {
	it('an approved tool call is carried out', async () => {
		const { workflow, requests } = await agent();
		const link = await asked(n8n(), workflow);
		const [[to, question] = []] = await texts();
		expect(to).toBe('12025550100');
		expect(question).toContain(
			'\n\n> The agent wants to send a message to +1 202-555-0101:\n> \n> Dinner is at eight',
		);
		await answer(link, { answer: 'approve' });
		expect(await lastResult(requests)).toContain('accepted');
		expect((await texts())[1]).toEqual(['12025550101', 'Dinner is at eight']);
	});

	it('a declined tool call is not carried out, and the model reads the comment', async () => {
		const { workflow, requests } = await agent();
		await answer(await asked(n8n(), workflow), {
			answer: 'decline',
			comment: 'Eight is too late',
		});
		expect(await lastResult(requests)).toContain('Declined');
		expect(await lastResult(requests)).toContain('Eight is too late');
		expect(await texts()).toHaveLength(1);
	});

	it('of two tool calls in one turn each is asked about, and only the approved one is carried out', async () => {
		const lunch = { to: '+1 202-555-0102', text: 'Lunch is at one' };
		const { workflow, requests } = await agent([dinner, lunch]);
		await answer(await asked(n8n(), workflow, 1), { answer: 'decline', comment: 'not this' });
		await answer(await asked(n8n(), workflow, 2), { answer: 'approve' });
		expect(await results(requests)).toEqual([expect.stringContaining('accepted')]);
		const asks = '12025550100';
		expect((await texts()).map(([to]) => to)).toEqual([asks, asks, '12025550102']);
	});

	it('a question that cannot be sent does not look like a refusal of the user', async () => {
		await n8n().sandbox.bend({ path: 'messages', status: 422, message: 'No such number' });
		const { requests } = await agent();
		const said = await lastResult(requests);
		expect(said).toContain('This is not a decision of the user. The question could not be sent');
		expect(said).toContain('No such number');
		expect(said).not.toContain('rejected');
		expect(await texts()).toEqual([]);
	});

	it('a question that nobody answers in time does not look like a refusal of the user', async () => {
		const { workflow, requests } = await agent();
		await asked(n8n(), workflow);
		await n8n().endWaits();
		const said = await lastResult(requests);
		expect(said).toContain('Nobody answered in time, so nothing was decided');
		expect(said).not.toContain('rejected');
		expect(await texts()).toHaveLength(1);
	});
});

it('invoice-to-approve.json sends the invoice of a form to a person, who approves it, and tells who sent it', async () => {
	const formUrl = await publishForm('invoice-to-approve.json');
	const form = await visit(formUrl);
	await form.getByLabel('Name').fill('Ada Example');
	await form.getByLabel('Phone').fill('+1 202-555-0101');
	const pdf = { name: 'March.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
	await form.getByLabel('Invoice').setInputFiles(pdf);
	await form.getByRole('button', { name: 'Submit' }).click();
	await form.getByText('We have your invoice.').waitFor();
	const phone = await visit(n8n().sandboxUrl);
	const question = phone.getByRole('list', { name: 'Messages to 12025550100' });
	await question.getByText('An invoice from Ada Example: shall we pay it?').waitFor();
	const [asking] = await n8n().sandbox.messages();
	expect(asking?.content).toMatchObject({ type: 'document' });
	const { caption = '', storageRef } = asking?.content.media ?? {};
	const uploads = (await n8n().sandbox.requests()).flatMap(({ file }) => file ?? []);
	expect(uploads).toMatchObject([{ fileName: 'March.pdf', storageRef }]);
	const link = caption.split('\n').at(-1) ?? '';
	const told = await until('The answer', async () => {
		// The execution waits a moment after the message has arrived.
		await answer(link, { answer: 'approve' });
		return (await texts())[1];
	});
	expect(told).toEqual(['12025550101', expect.stringMatching(/^Your invoice is approved\./)]);
});

describe('draft-to-edit.json', () => {
	const draft = 'Yes, we are open.\nUntil [closing time].';

	/** A customer writes, and the model writes the draft. */
	async function customerWrites() {
		const { model, requests } = await startModel(n8n(), [draft]);
		const workflow = await publish('draft-to-edit.json', (example) => {
			for (const node of example.nodes)
				if (node.name === 'OpenAI Chat Model') node.credentials = model;
		});
		const message = { from: '+1 202-555-0101', text: 'Are you open?' };
		await post(n8n(), 'customer-message', message, secretHeader);
		const request = await until('A request to the model', () => requests[0]);
		expect(JSON.stringify(request.messages)).toContain(message.text);
		return workflow;
	}

	it('a person edits the draft of the model, and the customer gets the edited text only', async () => {
		const workflow = await customerWrites();
		const page = await visit(await asked(n8n(), workflow));
		await page.getByText('+1 202-555-0101 writes:\n\nAre you open?').waitFor();
		const reply = page.getByLabel('Reply');
		expect(await reply.inputValue()).toBe(draft);
		await reply.fill('Yes, we are open.\nUntil six.');
		await page.getByRole('button', { name: 'Send to the customer' }).click();
		await page.getByRole('heading', { name: 'Recorded' }).waitFor();
		await answered(n8n(), workflow, 'Send Reply');
		expect(await texts()).toEqual([
			[
				'12025550100',
				expect.stringMatching(
					/^\+1 202-555-0101 writes:\n\nAre you open\?\n\nPlease answer by .+\n\nEdit the reply:\nhttp/,
				),
			],
			['12025550101', 'Yes, we are open.\nUntil six.'],
		]);
	});

	it('a customer gets nothing from the model if nobody edits its draft, and the person reads that', async () => {
		const workflow = await customerWrites();
		await asked(n8n(), workflow);
		await n8n().endWaits();
		await answered(n8n(), workflow, 'Tell Editor');
		expect((await texts()).slice(1)).toEqual([
			['12025550100', '+1 202-555-0101 has no reply: nobody edited the draft within a day.'],
		]);
	});
});

describe('deadline.json', () => {
	const [first, second] = ['12025550100', '12025550101'];
	const question = 'May the delivery leave without the invoice?';
	const asking = [
		[
			first,
			expect.stringMatching(
				/^May the delivery leave without the invoice\?\n\nPlease answer by .+\n\nApprove or decline:\n/,
			),
		],
		[first, expect.stringContaining(`Reminder: ${question}`)],
		[second, expect.stringContaining(question)],
	];
	const noAction = '<h1>No action required</h1>';
	const approvedBy = (person: string) => ({ approved: true, ...respondedBy(person) });

	it.each([
		['an answer to the first question is enough', 0, approvedBy(first)],
		['after an hour the same person is reminded, and can answer', 1, approvedBy(first)],
		['after two hours somebody else is asked, and can answer', 2, approvedBy(second)],
		['if nobody answers, the workflow continues and knows it', 3, { timedOut: true }],
	])('%s', async (_, missed, data) => {
		const workflow = await importExample(n8n().api, 'deadline.json', credentials());
		await executeWorkflow(n8n(), workflow);
		const old: string[] = [];
		for (let step = 1; step <= missed; step++) {
			old.push(await asked(n8n(), workflow, step));
			await n8n().endWaits();
		}
		if (missed < asking.length) {
			const link = await asked(n8n(), workflow, missed + 1);
			for (const earlier of old)
				expect(await (await answer(earlier, { answer: 'decline' })).text()).toContain(noAction);
			await answer(link, { answer: 'approve' });
		}
		expect(await answered(n8n(), workflow, 'Continue Here')).toEqual([{ data }]);
		expect(await texts()).toEqual(asking.slice(0, missed + 1));
	});
});
