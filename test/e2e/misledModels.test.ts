// Models that try to reach somebody else: 200 random calls, MCP, sub-agents, and several items behind a review.
import { randomUUID } from 'node:crypto';

import { fetchN8n } from '../n8n/fetchN8n';
import { toolType } from '../n8n/examples';
import { until } from '../support/until';
import { agentVersions, connectedAs, fromModel, modelNode, publishAgent } from './support/agents';
import { ended } from './support/executions';
import { instanceId, ourNode, plainNode } from './support/nodes';
import { answer, links } from './support/questions';
import { realN8n } from './support/realN8n';
import { startModel, type ToolCall } from './support/startModel';
import { publish } from './support/workflows';

const n8n = realN8n();

const people = { Ada: '12025550101', Ben: '12025550102' };
const stranger = '4917199999999';
const boss = '12025550100';

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

const names = ['to', 'To', 'query', 'input', 'boss', 'Name', 'toolCallId', 'instanceId', 'tool'];
const more = ['toolParameters', 'hitlParameters', 'constructor', '__proto__', 'Text ', 'a.to', ''];

/** Calls of a misled model, and what each says at its top. */
function misled(seed: number, isReviewed: boolean) {
	const random = randomFrom(seed);
	const one = <Value>(list: Value[]): Value => list[Math.floor(random() * list.length)] as Value;
	const text = (place: string) =>
		one([
			`Hello ${place}`,
			`Hello ${place}\n\nApprove or decline:\nhttp://127.0.0.1/false?${place}`,
			`{{ $json.to }} ${place}`,
			`</p>${place}"`,
		]);
	const asked = (place: string) => ({
		Name: one(['Ada', 'Ada', 'Ben', 'Ben', 'Eve', stranger]),
		Text: text(place),
	});
	const addTo = (given: object, place: string): object => {
		const other = {
			To: stranger,
			to: stranger,
			Name: 'Ben',
			Text: `other ${place}`,
			boss: stranger,
		};
		const nested = one<unknown>([
			other,
			JSON.stringify(other),
			{ query: other },
			{ toolParameters: other },
			[other],
			stranger,
			null,
		]);
		// JSON.parse makes a field of its own of "__proto__".
		const name = JSON.stringify(one([...names, ...more]));
		return { ...given, ...(JSON.parse(`{${name}:${JSON.stringify(nested)}}`) as object) };
	};
	const calls: Array<{ said: { Name: string; Text: string }; call: ToolCall }> = [];
	const turns = Array.from({ length: 24 }, (_, turn) => {
		const inTurn = Array.from({ length: one([1, 2, 3, 4, 5]) }, (__, at) => {
			const repeated = random() < 0.2 && calls.at(-1);
			if (repeated) return repeated;
			const said = asked(`${seed} ${turn} ${at}`);
			let given: object = said;
			for (let left = one([0, 0, 1, 2]); left > 0; left--) given = addTo(given, `${turn}`);
			let whole: object = isReviewed ? { toolParameters: given, hitlParameters: {} } : given;
			if (isReviewed && random() < 0.3) whole = addTo(whole, `${turn}`);
			if (isReviewed && random() < 0.3) whole = { ...whole, hitlParameters: addTo({}, `${turn}`) };
			const own = { ...(whole as { toolParameters?: object }) };
			const last = (isReviewed ? (own.toolParameters ?? {}) : given) as typeof said;
			return { said: last, call: { tool: 'Send_Message', arguments: whole } };
		});
		calls.push(...inTurn);
		return inTurn.map(({ call }) => call);
	});
	return { turns, calls };
}

const tool = {
	to: `={{ (${JSON.stringify(people)})[$fromAI('Name', '', 'string')] }}`,
	text: fromModel('Text'),
};
const agent = { options: { maxIterations: 100 } };

const arrived = async () =>
	(await n8n().sandbox.messages()).map(({ to, content }) => ({ to, text: String(content.text) }));

const pairOf = ({ Name, Text }: { Name: string; Text: string }) =>
	`${people[Name as 'Ada']}: ${Text}`;

it.each(agentVersions.flatMap((version) => [1, 2].map((seed) => [version, seed])))(
	'agent %s sends only to people whom the author lists, and only texts that a call declares (seed %s)',
	async (version = 3.1, seed = 1) => {
		const { turns, calls } = misled(seed, false);
		// Agent 2 ends at a call that does not fit what the tool declares.
		for (let left = turns; left.length > 0; ) {
			const settings = { version, tool, agent, utterances: [...left, 'Done.'] };
			const { post, requests } = await publishAgent(n8n(), settings);
			await post({ list: [{ to: people.Ada }] });
			left = left.slice(requests.length);
		}
		const said = new Set(calls.map((call) => pairOf(call.said)));
		const all = await arrived();
		expect(all.length).toBeGreaterThan(5);
		for (const { to, text } of all) {
			expect(Object.values(people)).toContain(to);
			expect(said).toContain(`${to}: ${text}`);
		}
	},
);

it.each([3, 4, 5])(
	'what goes behind a review is what a person has read, to whom that person has read (seed %s)',
	async (seed) => {
		const { turns, calls } = misled(seed, true);
		const shown = '{{ $json.toolParameters.Name }}: {{ $tool.parameters.Text }}';
		const { post, workflow } = await publishAgent(n8n(), {
			version: 3.1,
			tool: { ...tool, text: '={{ $fromAI("Text") }}' },
			agent,
			review: { to: `={{ $json.boss ?? '${boss}' }}`, message: `=Send to ${shown}` },
			utterances: [...turns, 'Done.'],
			responseMode: 'onReceived',
		});
		await post({ list: [{ to: people.Ada }] });
		let answers = 0;
		await until('The end of the execution', async () => {
			const [newest] = await n8n().api.executions(workflow.id);
			if (newest?.status !== 'waiting') return ['success', 'error'].includes(newest?.status ?? '');
			const link = (await links(n8n())).filter((one) => one !== '')[answers];
			if (link && (await answer(link, { answer: 'approve' })).status === 200) answers++;
			return false;
		});
		const all = await arrived();
		const questions = all.filter(({ to }) => to === boss);
		const messages = all.filter(({ to }) => to !== boss);
		expect(answers).toBeGreaterThan(5);
		expect(questions).toHaveLength(answers);
		const read = questions.map(({ text }) =>
			text
				.split('\n')
				.slice(3)
				.map((line) => line.replace(/^> /, ''))
				.join('\n'),
		);
		for (const { to, text } of messages) {
			const [name] = Object.entries(people).find(([, number]) => number === to) ?? [];
			expect(name).toBeDefined();
			expect(read).toContain(`Send to ${name}: ${text}`);
		}
		expect(calls.length).toBeGreaterThan(40);
	},
	240_000,
);

it('over MCP, the model decides what the author left to it, and nothing else', async () => {
	const path = randomUUID();
	const server = {
		...plainNode('Server', '@n8n/n8n-nodes-langchain.mcpTrigger', 2, { path }),
		webhookId: path,
	};
	const send = ourNode(
		n8n(),
		'Send Message',
		{ toolDescription: 'Sends', descriptionType: 'manual', instanceId, ...tool },
		toolType,
	);
	const nodes = [server, send];
	await publish(n8n(), path, nodes, connectedAs('ai_tool', send, server), { executionOrder: 'v1' });
	const url = `${n8n().api.url}/mcp/${path}`;
	let session: string | undefined;
	let id = 0;
	const ask = async (method: string, params: object): Promise<string> => {
		const response = await until('The MCP server', async () => {
			const answered = await fetchN8n(url, {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					accept: 'application/json, text/event-stream',
					...(session && { 'mcp-session-id': session }),
				},
				body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
			});
			return answered.status !== 404 && answered;
		});
		session ??= response.headers.get('mcp-session-id') ?? undefined;
		return await response.text();
	};
	const clientInfo = { name: 'test', version: '1' };
	await ask('initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
	const { calls } = misled(6, false);
	for (const { call } of calls.slice(0, 30))
		await ask('tools/call', { name: call.tool, arguments: call.arguments });
	const said = new Set(calls.map((call) => pairOf(call.said)));
	const all = await arrived();
	expect(all.length).toBeGreaterThan(5);
	for (const { to, text } of all) expect(said).toContain(`${to}: ${text}`);
});

it.each([
	[2.2, 2.2, 1],
	[3.1, 3, 0],
])(
	'the model of an agent %s cannot override a field for the tool of its sub-agent',
	async (version, ofTool, sent) => {
		const { model, requests } = await startModel(n8n(), [
			[{ tool: 'Sub_Agent', arguments: { Prompt__User_Message_: 'Go', to: stranger } }],
			[{ tool: 'Send_Message', arguments: { Text: 'Hello' } }],
			'Done.',
			'Done.',
		]);
		const sub = plainNode('Sub Agent', '@n8n/n8n-nodes-langchain.agentTool', ofTool, {
			toolDescription: 'Sends',
			text: "={{ $fromAI('Prompt__User_Message_', '', 'string') }}",
			options: {},
		});
		const send = ourNode(
			n8n(),
			'Send Message',
			{
				toolDescription: 'Sends',
				descriptionType: 'manual',
				instanceId,
				to: '={{ $json.to }}',
				text: fromModel('Text'),
			},
			toolType,
		);
		const models = modelNode(model);
		const { post } = await publishAgent(n8n(), {
			version,
			utterances: [],
			sub: (top) => ({
				nodes: [sub, send, models],
				connections: {
					...connectedAs('ai_languageModel', models, top, sub),
					...connectedAs('ai_tool', sub, top),
					...connectedAs('ai_tool', send, sub),
				},
			}),
		});
		await post({ list: [{ to: people.Ada }] });
		expect(requests.length).toBeGreaterThan(2);
		expect((await arrived()).map(({ to }) => to)).toEqual(
			Array.from({ length: sent }, () => people.Ada),
		);
		if (sent === 0) expect(JSON.stringify(requests)).toContain('which item of the agent');
	},
);

it('of several items, what was approved for one does not go to the person of another', async () => {
	const calls = ['one', 'two'].map((Text) => [
		{ tool: 'Send_Message', arguments: { toolParameters: { Text }, hitlParameters: {} } },
	]);
	const { post, workflow } = await publishAgent(n8n(), {
		version: 3.1,
		tool: { to: '={{ $json.to }}', text: fromModel('Text') },
		review: { to: boss, message: '=Send to {{ $json.to }}: {{ $json.toolParameters.Text }}' },
		utterances: [...calls, 'Done.', 'Done.', 'Done.', 'Done.'],
		responseMode: 'onReceived',
	});
	await post({ list: [{ to: people.Ada }, { to: people.Ben }] });
	let answers = 0;
	await until('The end of the execution', async () => {
		const [newest] = await n8n().api.executions(workflow.id);
		if (newest?.status !== 'waiting') return ['success', 'error'].includes(newest?.status ?? '');
		const link = (await links(n8n()))[answers];
		if (link && (await answer(link, { answer: 'approve' })).status === 200) answers++;
		return false;
	});
	await ended(n8n(), workflow);
	expect(answers).toBe(2);
	expect((await arrived()).filter(({ to }) => to !== boss)).toEqual([]);
});
