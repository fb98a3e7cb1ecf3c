// The examples that start by hand or by a schedule, and the AI agent that sends.
import { importExample } from '../n8n/examples';
import { fetchN8n } from '../n8n/fetchN8n';
import { fetchPublished } from '../n8n/form';
import type { WorkflowFile } from '../n8n/N8nApi';
import { until } from '../support/until';
import { ended, itemsOf, outputOf, waiting } from './support/executions';
import { chat, executeWorkflow } from './support/inTheEditor';
import { accepted, example, runningExamples } from './support/runningExamples';
import { startModel, type Utterance } from './support/startModel';

const { n8n, credentials, execute, operations, publish } = runningExamples();

/** As a person chooses a data table in a node's list. */
function choose({ nodes }: WorkflowFile, name: string, table = ''): void {
	const node = nodes.find((one) => one.name === name);
	Object.assign(node?.parameters ?? {}, {
		dataTableId: { __rl: true, mode: 'list', value: table },
	});
}

example(
	'list-to-messages.json',
	'sends to everyone and collects the person without a number',
	async (file) => {
		const workflow = await execute(file);
		const failures = [
			{
				name: 'Cleo',
				phone: '',
				error: expect.any(String),
				details: expect.objectContaining({ delivery: 'notSent' }),
			},
		];
		expect(await outputOf(n8n(), workflow, 'Collect Failures')).toEqual([{ failures }]);
		expect(await outputOf(n8n(), workflow, 'Continue Here')).toEqual([accepted, accepted]);
		const arrived = (await n8n().sandbox.messages()).map(
			({ to, content }) => `${to}: ${content.text}`,
		);
		expect(arrived.sort()).toEqual([
			'12025550101: Hello Ada, your order is ready.',
			'12025550102: Hello Ben, your order is ready.',
		]);
	},
);

example('one-text.json', 'sends a text by one click', async (file) => {
	const workflow = await execute(file);
	expect(await outputOf(n8n(), workflow, 'Send Text')).toEqual([accepted]);
	expect(await n8n().sandbox.messages()).toMatchObject([
		{ instanceId: 'demo', to: '12025550101', content: { type: 'text', text: 'Hello from n8n' } },
	]);
});

example('appointment-reminder.json', "reminds of tomorrow's appointments, once", async (file) => {
	const workflow = await execute(file);
	expect(await outputOf(n8n(), workflow, 'Send Reminder')).toEqual([accepted]);
	const [first] = await n8n().api.executions(workflow.id);
	await executeWorkflow(n8n(), workflow);
	const { id } = await ended(n8n(), workflow, first?.id);
	expect(await itemsOf(n8n(), id, 'Send Reminder')).toMatchObject([{ skipped: true }]);
	const text = 'Hello Ada, we expect you tomorrow at 14:30.';
	expect(await n8n().sandbox.messages()).toMatchObject([{ to: '12025550101', content: { text } }]);
});

example(
	'table-with-status.json',
	'sends as many rows as a day allows, and records what became of each',
	async (file) => {
		const { api, sandbox } = n8n();
		const { id: project } = await api.call<{ id: string }>('GET', '/projects/personal');
		const tables = `/projects/${project}/data-tables`;
		const columns = ['name', 'phone', 'status'].map((name) => ({ name, type: 'string' }));
		const table = { name: 'Messages', columns };
		const { id } = await api.call<{ id: string }>('POST', tables, table);
		try {
			const phones = { Ada: '+1 202-555-0101', Ben: '0151 23456789', Cleo: '+1 202-555-0103' };
			const data = Object.entries(phones).map(([name, phone]) => ({ name, phone, status: '' }));
			await api.call('POST', `${tables}/${id}/insert`, { data, returnType: 'count' });
			const statuses = async () => {
				type Rows = { data: Array<{ id: number; name: string; status: string }> };
				const { data } = await api.call<Rows>('GET', `${tables}/${id}/rows`);
				return Object.fromEntries(data.map(({ name, status }) => [name, status]));
			};
			const empty = async (name: string) => {
				const filters = [{ columnName: 'name', condition: 'eq', value: name }];
				const filter = { type: 'and', filters };
				await api.call('PATCH', `${tables}/${id}/rows`, { filter, data: { status: '' } });
			};
			// A row that a dry run read was not sent.
			const dry = await execute(file, (workflow) => {
				choose(workflow, 'Get Rows to Send', id);
				const send = workflow.nodes.find(({ name }) => name === 'Send Message');
				Object.assign(send?.parameters.options as object, { dryRun: 'manual' });
			});
			await ended(n8n(), dry);
			expect(await statuses()).toMatchObject({ Ada: null, Cleo: null });
			await empty('Ben');
			const workflow = await execute(file, (edited) => {
				choose(edited, 'Get Rows to Send', id);
				const rows = edited.nodes.find(({ name }) => name === 'Get Rows to Send');
				if (rows) rows.parameters.limit = 2;
			});
			const { id: first } = await ended(n8n(), workflow);
			const failed = expect.stringMatching(/^failed: /);
			expect(await statuses()).toEqual({ Ada: 'sent', Ben: failed, Cleo: null });
			await empty('Ada');
			await executeWorkflow(n8n(), workflow);
			await ended(n8n(), workflow, first);
			expect(await statuses()).toEqual({ Ada: 'sent', Ben: failed, Cleo: 'sent' });
			const arrived = (await sandbox.messages()).map(({ to }) => to);
			expect(arrived).toEqual(['12025550101', '12025550103']);
		} finally {
			await api.call('DELETE', `${tables}/${id}`);
		}
	},
);

example(
	'send-to-a-long-list.json',
	'sends to everybody once, however often it is started, and writes down who did not get it',
	async (file) => {
		const { api, sandbox } = n8n();
		const { id: project } = await api.call<{ id: string }>('GET', '/projects/personal');
		const tables = `/projects/${project}/data-tables`;
		const made: Record<string, string> = {};
		const make = async (name: string, ...names: string[]) => {
			const columns = names.map((column) => ({ name: column, type: 'string' }));
			made[name] = (await api.call<{ id: string }>('POST', tables, { name, columns })).id;
		};
		await make('Recipients', 'name', 'phone');
		await make('Not Sent', 'mailing', 'name', 'phone', 'arrived', 'why');
		try {
			const people = { Ada: '+1 202-555-0101', Ben: '0151 23456789', Cleo: '+1 202-555-0103' };
			const data = Object.entries(people).map(([name, phone]) => ({ name, phone }));
			const into = `${tables}/${made.Recipients}/insert`;
			await api.call('POST', into, { data, returnType: 'count' });
			const workflow = await publish(file, (edited) => {
				choose(edited, 'Get Recipients', made.Recipients);
				choose(edited, 'Write Down Who Did Not', made['Not Sent']);
				const send = edited.nodes.find(({ name }) => name === 'Send to All');
				Object.assign(send?.parameters.options as object, { messagesPerMinute: 6000 });
			});
			const formUrl = `${api.url}/form/send-a-mailing`;
			await fetchPublished(formUrl);
			let last: string | undefined;
			for (const skipped of [undefined, true]) {
				const body = new FormData();
				body.set('field-0', 'newsletter-12');
				body.set('field-1', 'Hello');
				expect((await fetchN8n(formUrl, { method: 'POST', body })).status).toBe(200);
				const { id } = await ended(n8n(), workflow, last);
				last = id;
				const got = (await itemsOf(n8n(), id, 'Got It')) as Array<{ skipped?: boolean }>;
				expect(got.map((one) => one.skipped)).toEqual([skipped, skipped]);
			}
			type Rows = { data: object[] };
			const { data: rows } = await api.call<Rows>('GET', `${tables}/${made['Not Sent']}/rows`);
			const why = expect.stringContaining('country code');
			const ben = { mailing: 'newsletter-12', name: 'Ben', arrived: 'no', why };
			expect(rows).toMatchObject([ben, ben]);
			const arrived = (await sandbox.messages()).map(({ to }) => to);
			expect(arrived.sort()).toEqual(['12025550101', '12025550103']);
		} finally {
			for (const id of Object.values(made)) await api.call('DELETE', `${tables}/${id}`);
		}
	},
);

example(
	'list-by-day-and-night.json',
	'sends to whoever is not in quiet hours, and to each of the others when theirs have ended',
	async (file) => {
		// It is about noon in the time zone of this n8n. With each pass, one more person is not in quiet hours.
		const person = "['Ada', 'Ben', 'Cleo'].indexOf($('Split Out Recipients').item.json.name)";
		const ends = `={{ $runIndex >= ${person} ? '02:00' : ['', '18:00', '20:00'][${person}] }}`;
		const workflow = await execute(file, ({ nodes }) => {
			const send = nodes.find(({ name }) => name === 'Send Message');
			const values = { from: '01:00', until: ends, clock: 'workflow' };
			if (send) send.parameters.options = { quietHours: { values } };
		});
		const all = ['12025550101', '4915123456789', '819012345678'];
		for (const passes of [1, 2]) {
			const arrived = await until('A message', async () => {
				const messages = await n8n().sandbox.messages();
				return messages.length >= passes && messages;
			});
			expect(arrived.map(({ to }) => to)).toEqual(all.slice(0, passes));
			const { id } = await waiting(n8n(), workflow);
			const quiet = (await itemsOf(n8n(), id, 'Earliest First')) as Array<{
				details?: { sendAfter?: string };
			}>;
			const { waitTill } = (await n8n().api.execution(id)) as unknown as { waitTill: string };
			const nights = quiet.flatMap(({ details }) => details?.sendAfter ?? []).sort();
			expect(nights.slice(passes === 1 ? 0 : -1)[0]).toBe(waitTill);
			await n8n().endWaits();
		}
		await ended(n8n(), workflow);
		const messages = await n8n().sandbox.messages();
		expect(messages.map(({ to, content }) => [to, content.text])).toEqual(
			['Ada', 'Ben', 'Cleo'].map((name, at) => [all[at], `Hello ${name}, your order is ready.`]),
		);
	},
);

example(
	'image-by-url.json',
	'sends a web address and a caption, and uploads nothing',
	async (file) => {
		const workflow = await execute(file);
		expect(await outputOf(n8n(), workflow, 'Send Picture of the Day')).toEqual([accepted]);
		expect(await operations()).toEqual(['messages']);
		const media = {
			url: 'https://example.com/picture-of-the-day.png',
			caption: expect.stringMatching(/^Picture of the day, \d{1,2} \p{L}+ \d{4}$/u),
		};
		expect(await n8n().sandbox.messages()).toMatchObject([
			{ to: '12025550101', content: { type: 'image', media } },
		]);
	},
);

example(
	'poll-and-location.json',
	'sends the entered fields, one by one or as JSON',
	async (file) => {
		const workflow = await execute(file);
		expect(await outputOf(n8n(), workflow, 'Send Location')).toEqual([accepted]);
		const poll = {
			type: 'poll',
			question: 'Which day suits you?',
			options: ['Monday', 'Tuesday', 'Neither'],
		};
		const place = {
			type: 'location',
			latitude: 52.5163,
			longitude: 13.3777,
			name: 'Brandenburg Gate',
		};
		const arrived = (await n8n().sandbox.messages()).map(({ to, content }) => [to, content]);
		expect(arrived).toEqual([poll, place].map((content) => ['12025550101', content]));
	},
);

const agent = 'ai-agent-with-messages.json';

/** Imports the agent with a model that gives these answers, and writes to it. */
async function chatWithAgent(file: string, utterances: Utterance[]) {
	const { model, requests } = await startModel(n8n(), utterances);
	const workflow = await importExample(n8n().api, file, { ...credentials(), ...model });
	const answer = await chat(n8n(), workflow, 'Tell Ada that dinner is at eight');
	return { answer, requests };
}

const dinner = { Name: 'Ada', Text: 'Dinner is at eight' };

example(
	agent,
	'lets the model choose one of the listed recipients and the text, and nothing else, and returns each result to it',
	async (file) => {
		const more = {
			instanceId: 'basic',
			Instance: 'basic',
			contentType: 'poll',
			To: '+1 202-555-0199',
			baseUrl: 'http://127.0.0.1:9',
		};
		const { answer, requests } = await chatWithAgent(file, [
			[{ tool: 'Send_Message', arguments: { ...dinner, ...more } }],
			[{ tool: 'Send_Message', arguments: dinner }],
			'Done.',
		]);
		expect(answer).toEqual({ output: 'Done.' });
		expect(requests[0]?.tools.map(({ function: tool }) => tool)).toEqual([
			{
				name: 'Send_Message',
				description: 'Sends one text message to one person. Markdown is fine.',
				strict: false,
				parameters: expect.objectContaining({
					properties: {
						Name: { type: 'string', description: expect.stringContaining('Ada or Ben') },
						Text: { type: 'string', description: expect.stringContaining('text') },
					},
					required: ['Name', 'Text'],
					additionalProperties: false,
				}),
			},
		]);
		expect(await n8n().sandbox.messages()).toMatchObject([
			{
				instanceId: 'demo',
				to: '12025550101',
				content: { type: 'text', text: 'Dinner is at eight' },
			},
		]);
		expect(requests[1]?.messages.at(-1)?.content).toContain('only these arguments: Name, Text');
		expect(requests[2]?.messages.at(-1)).toMatchObject({
			role: 'tool',
			content: expect.stringContaining('"status":"accepted"'),
		});
	},
);

example(agent, 'makes messages of a long text with Markdown', async (file) => {
	const words = 'It is warm. '.repeat(200).trim();
	const Text = `## Dinner\n\n**At eight**, see [menu](https://a.example/m_1)\n\n${words}\n\n${words} ${words}`;
	const call = [{ tool: 'Send_Message', arguments: { Name: 'Ada', Text } }];
	const { requests } = await chatWithAgent(file, [call, 'Done.']);
	const arrived = (await n8n().sandbox.messages()).map(({ content }) => content.text as string);
	expect(arrived.slice(0, 3)).toEqual([
		'*Dinner*',
		'*At eight*, see menu (https://a.example/m_1)',
		words,
	]);
	expect(arrived.slice(3).join(' ')).toBe(`${words} ${words}`);
	expect(arrived.slice(3).map(({ length }) => length <= 4096)).toEqual([true, true]);
	expect(requests[1]?.messages.at(-1)).toMatchObject({
		role: 'tool',
		content: expect.stringContaining('"status":"accepted"'),
	});
});

example(agent, 'tells the model if a message may have arrived', async (file) => {
	await n8n().sandbox.bend({ path: 'messages', reset: 'afterReading', carryOut: true });
	const answers = [[{ tool: 'Send_Message', arguments: dinner }], 'It may have arrived.'];
	const { requests } = await chatWithAgent(file, answers);
	expect(requests[1]?.messages.at(-1)).toMatchObject({
		role: 'tool',
		content: expect.stringContaining('"delivery":"unknown"'),
	});
	expect(await n8n().sandbox.messages()).toHaveLength(1);
});

example(agent, 'sends nothing to a number that the model makes up', async (file) => {
	for (const Name of ['+1 202-555-0199', 'Cleo', 'constructor']) {
		const answers = [[{ tool: 'Send_Message', arguments: { ...dinner, Name } }], 'Not sent.'];
		const { requests } = await chatWithAgent(file, answers);
		expect(requests[1]?.messages.at(-1)).toMatchObject({
			role: 'tool',
			content: expect.stringContaining('"delivery":"notSent"'),
		});
	}
	expect(await n8n().sandbox.messages()).toEqual([]);
});
