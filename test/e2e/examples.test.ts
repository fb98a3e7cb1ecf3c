import { createHash } from 'node:crypto';

import { checkArrival } from '../n8n/checkArrival';
import {
	credentialType,
	type Credentials,
	exampleFiles,
	importExample,
	publishExample,
} from '../n8n/examples';
import { submitForm } from '../n8n/form';
import type { Workflow } from '../n8n/N8nApi';
import { randomPng } from '../n8n/randomPng';
import { outputOf } from './executions';
import { chat, executeWorkflow } from './inTheEditor';
import { realN8n } from './realN8n';
import { startModel, type Utterance } from './standInModel';
import { post } from './workflows';

const n8n = realN8n();
let credentials: Credentials;

const secret = { name: 'X-Secret', value: 'only-for-the-tests' };

beforeAll(async () => {
	credentials = {
		[credentialType]: n8n().credential,
		httpHeaderAuth: await n8n().api.createCredential('httpHeaderAuth', 'Header', secret),
	};
});

const tested = new Set<string>();

/** A test that runs an example. @param does what the example does, for the test's name */
function example(file: string, does: string, run: (file: string) => Promise<void>): void {
	tested.add(file);
	it(`${file} ${does}`, async () => await run(file));
}

/** Imports an example and runs it from its trigger. */
async function execute(file: string): Promise<Workflow> {
	const workflow = await importExample(n8n().api, file, credentials);
	await executeWorkflow(n8n(), workflow);
	return workflow;
}

async function operations(): Promise<unknown[]> {
	return (await n8n().sandbox.requests()).map(({ operation }) => operation);
}

const accepted = expect.objectContaining({ status: 'accepted' });

const submission = () => ({
	name: 'Ada Example',
	phone: '+49 (151) 234-56789',
	picture: { fileName: 'picture.png', png: randomPng() },
});

for (const [file, lastNode] of [
	['form-to-message.json', 'Send Message'],
	['form-to-message-one-node.json', 'Send Picture'],
] as const) {
	example(file, 'sends a picture from a form with the name in its caption', async () => {
		const { workflow, formUrl } = await publishExample(n8n().api, file, credentials);
		const filledIn = submission();
		expect(await submitForm(formUrl, filledIn)).toBeUndefined();
		expect(await outputOf(n8n(), workflow, lastNode)).toEqual([accepted]);
		await checkArrival(n8n().sandboxUrl, filledIn);
		expect(await operations()).toEqual(['media', 'messages']);
	});
}

const list = 'list-to-messages.json';

example(list, 'sends to everyone and collects the person without a number', async (file) => {
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
});

example(list, 'also collects the person whom the service refuses', async (file) => {
	await n8n().sandbox.bend({ path: 'messages', status: 422, code: 'NOT_SUPPORTED_BY_ENGINE' });
	const workflow = await execute(file);
	const [{ failures } = { failures: [] }] = (await outputOf(
		n8n(),
		workflow,
		'Collect Failures',
	)) as Array<{
		failures: Array<{ name: string; details: { httpStatus?: number } }>;
	}>;
	expect(failures.map(({ details }) => details.httpStatus).sort()).toEqual([422, undefined]);
	expect(await outputOf(n8n(), workflow, 'Continue Here')).toEqual([accepted]);
	const [message] = await n8n().sandbox.messages();
	const reached = String(message?.content.text).includes('Ada') ? 'Ada' : 'Ben';
	expect([...failures.map(({ name }) => name), reached].sort()).toEqual(['Ada', 'Ben', 'Cleo']);
});

example(
	'webhook-to-text.json',
	'shows typing, sends, and refuses requests without the header',
	async (file) => {
		await n8n().api.publish(await importExample(n8n().api, file, credentials));
		const body = { to: '+1 202-555-0101', text: 'Your order is on its way' };
		expect(await post(n8n(), 'send-a-text', body, { [secret.name]: secret.value })).toEqual(
			accepted,
		);
		expect(await operations()).toEqual(['typing', 'messages']);
		expect(await n8n().sandbox.messages()).toMatchObject([
			{ to: '12025550101', content: { type: 'text', text: 'Your order is on its way' } },
		]);
		const stranger = await fetch(`${n8n().api.url}/webhook/send-a-text`, {
			method: 'POST',
			body: JSON.stringify(body),
		});
		expect(stranger.status).toBe(403);
		expect(await n8n().sandbox.messages()).toHaveLength(1);
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

example('first-instance.json', 'sends through the first instance of the list', async (file) => {
	const workflow = await execute(file);
	expect(await outputOf(n8n(), workflow, 'Get First Instance')).toMatchObject([{ id: 'demo' }]);
	expect(await outputOf(n8n(), workflow, 'Send Message')).toEqual([accepted]);
	expect(await operations()).toEqual(['instances', 'messages']);
	expect(await n8n().sandbox.messages()).toMatchObject([
		{ instanceId: 'demo', content: { text: 'Hello from the instance demo' } },
	]);
});

example(
	'upload-once-send-to-many.json',
	'uploads a file once and sends it to every number',
	async (file) => {
		const { workflow, formUrl } = await publishExample(n8n().api, file, credentials);
		const { name, picture } = submission();
		// The line breaks that a browser sends.
		const phone = '+1 202-555-0101\r\n\r\n+1 202-555-0102\r\n +1 202-555-0103 \r\n';
		expect(await submitForm(formUrl, { name, phone, picture })).toBeUndefined();
		expect(await outputOf(n8n(), workflow, 'Send Picture')).toEqual([accepted, accepted, accepted]);
		expect(await operations()).toEqual(['media', 'messages', 'messages', 'messages']);
		const [upload] = await n8n().sandbox.requests();
		expect(upload?.file?.sha256).toBe(createHash('sha256').update(picture.png).digest('hex'));
		const messages = await n8n().sandbox.messages();
		expect(messages.map(({ to }) => to).sort()).toEqual([
			'12025550101',
			'12025550102',
			'12025550103',
		]);
		const media = { storageRef: upload?.file?.storageRef, caption: 'Picture from Ada Example' };
		expect(messages.map(({ content }) => content)).toEqual(
			messages.map(() => ({ type: 'image', media })),
		);
	},
);

const agent = 'ai-agent-with-messages.json';

/** Imports the agent with a model that gives these answers, and writes to it. */
async function chatWithAgent(file: string, utterances: Utterance[]) {
	const model = await startModel(utterances);
	try {
		const openAiApi = await n8n().api.createCredential('openAiApi', 'Model', {
			apiKey: 'none',
			url: model.url,
		});
		const workflow = await importExample(n8n().api, file, { ...credentials, openAiApi });
		const answer = await chat(n8n(), workflow, 'Tell +1 202-555-0101 that dinner is at eight');
		return { answer, requests: model.requests };
	} finally {
		await model.stop();
	}
}

const dinner = { To: '+1 202-555-0101', Text: 'Dinner is at eight' };

example(agent, 'sends what the model asks for and returns the result to it', async (file) => {
	const { answer, requests } = await chatWithAgent(file, [
		[{ tool: 'Send_Message', arguments: dinner }],
		'Done.',
	]);
	expect(answer).toEqual({ output: 'Done.' });
	expect(await n8n().sandbox.messages()).toMatchObject([
		{
			instanceId: 'demo',
			to: '12025550101',
			content: { type: 'text', text: 'Dinner is at eight' },
		},
	]);
	const [last] = requests[1]?.messages.slice(-1) ?? [];
	expect(last).toMatchObject({
		role: 'tool',
		content: expect.stringContaining('"status":"accepted"'),
	});
});

example(agent, 'lets the model choose only the recipient and the text', async (file) => {
	const more = {
		instanceId: 'basic',
		Instance: 'basic',
		contentType: 'poll',
		baseUrl: 'http://127.0.0.1:9',
	};
	const { requests } = await chatWithAgent(file, [
		[{ tool: 'Send_Message', arguments: { ...dinner, ...more } }],
		'Done.',
	]);
	expect(requests[0]?.tools.map(({ function: tool }) => tool)).toEqual([
		{
			name: 'Send_Message',
			description: 'Sends one text message to one phone number.',
			strict: false,
			parameters: expect.objectContaining({
				properties: {
					To: { type: 'string', description: expect.stringContaining('phone number') },
					Text: { type: 'string', description: expect.stringContaining('text') },
				},
				required: ['To', 'Text'],
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
});

example(agent, 'tells the model if a message may have been delivered', async (file) => {
	await n8n().sandbox.bend({ path: 'messages', reset: 'afterReading', carryOut: true });
	const answers = [[{ tool: 'Send_Message', arguments: dinner }], 'It may have arrived.'];
	const { requests } = await chatWithAgent(file, answers);
	expect(requests[1]?.messages.at(-1)).toMatchObject({
		role: 'tool',
		content: expect.stringContaining('"delivery":"unknown"'),
	});
	expect(await n8n().sandbox.messages()).toHaveLength(1);
});

it('every example has a test', () => {
	expect([...tested].sort()).toEqual(exampleFiles());
});
