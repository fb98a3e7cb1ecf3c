// What a model reads of a call that failed, and what it does next; what an approver reads.
import { agentVersions, type AgentSettings, runAgent, runApprovedAgent } from './support/agents';
import { instanceId, ourNode, plainNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import type { ToolCall } from './support/startModel';
import { chain, publish } from './support/workflows';

const n8n = realN8n();

const [ada, ben] = ['12025550101', '12025550102'];
const boss = '12025550100';

const call = (given: object): ToolCall => ({ tool: 'Send_Message', arguments: given });
const gated = (toolParameters: object) => call({ toolParameters, hitlParameters: {} });

const arrived = async () =>
	(await n8n().sandbox.messages()).map(({ to, content }) => [to, content.text]);

/** What n8n writes into a new review. */
const message =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

const run = async (settings: AgentSettings, list?: object[]) =>
	await runAgent(n8n(), settings, list);
const runApproved = async (settings: Partial<AgentSettings>, list?: object[]) =>
	await runApprovedAgent(n8n(), { review: { to: boss, message }, ...settings }, list);

describe('a review', () => {
	it.each([2, 3])(
		'each approved call of an agent with %s items runs once, and its answer comes out for all of them',
		async (count) => {
			const list = Array.from({ length: count }, (_, at) => ({ at }));
			const asked = list.map(({ at }) => [gated({ To: ada, Text: `Hello ${at}` })]);
			const done = list.map(() => 'Done.');
			const results = await runApproved({ utterances: [...asked, ...done] }, list);
			const messages = (await arrived()).filter(([to]) => to === ada);
			expect(messages.map(([, text]) => text)).toEqual(list.map(({ at }) => `Hello ${at}`));
			expect(results).toHaveLength(count);
			for (const result of results) expect(result).toContain('accepted');
		},
	);

	it('a tool whose Default Country is an expression is asked about', async () => {
		const tool = { defaultCountry: '={{ $json.country }}' };
		const utterances = [[gated({ To: '(202) 555-0101', Text: 'Hello' })], 'Done.'];
		await runApproved({ utterances, tool }, [{ country: 'US' }]);
		expect(await arrived()).toContainEqual([ada, 'Hello']);
	});

	it('two equal calls that are both approved both run', async () => {
		const hello = gated({ To: ada, Text: 'Hello' });
		await runApproved({ utterances: [[hello, hello], 'Done.'] });
		expect((await arrived()).filter(([to]) => to === ada)).toHaveLength(2);
	});

	it("n8n's own message shows all that will be sent", async () => {
		await runApproved({ utterances: [[gated({ To: ada, Text: 'One\nTo: 2' })], 'Done.'] });
		const [[, question] = []] = await arrived();
		expect(question).toContain(
			`> The agent wants to run this tool: Send_Message\n> \n> Input:\n> {\n>   "To": "${ada}",\n>   "Text": "One\\nTo: 2"\n> }`,
		);
		expect((await arrived())[1]).toEqual([ada, 'One\nTo: 2']);
	});

	it.each([
		['{{ "Input: " + $tool.parameters }} for Ada', 'would say'],
		['To {{ $json.toolParameters.Too }}: {{ $json.toolParameters.Text }}', 'toolParameters.Too'],
	])('a message that does not show what will be sent is not asked: %s', async (words, why) => {
		const [result] = await runApproved({
			utterances: [[gated({ To: ada, Text: 'Hello' })], 'Done.'],
			review: { to: boss, message: `=${words}` },
		});
		expect(result).toContain('This is not a decision of the user');
		expect(result).toContain(why);
		expect(await arrived()).toEqual([]);
	});

	it.each([
		[
			{ To: 'Ada', Text: 'Hello' },
			'Call again with another value of To: the number alone, with + and its country code',
		],
		[{ To: ada, Text: '' }, 'Call again with another value of Text'],
		[{ To: ada }, 'Call again with another value of Text'],
	])('an approved call that cannot be sent says why: %j', async (given, advice) => {
		const [result] = await runApproved({ utterances: [[gated(given)], 'Done.'] });
		expect(result).toContain(advice);
		expect((await arrived()).filter(([to]) => to === ada)).toEqual([]);
	});

	it.each([
		['flat', call({ To: ada, Text: 'Hello' })],
		['as n8n repeats it', call({ To: ada, Text: 'Hello', tool: 'Send_Message', id: 'call_1' })],
	])('a call of another shape reads the shape: %s', async (_, wrong) => {
		const [result] = await runApproved({ utterances: [[wrong], 'Done.'] });
		expect(result).toContain('toolParameters');
		expect(result).toMatch(/Call again like this: .*To.*Text.*hitlParameters/);
		expect(result).not.toContain('Tell the user');
		expect(await arrived()).toEqual([]);
	});

	it('what n8n itself adds to a call is dropped', async () => {
		const given = { toolParameters: { To: ada, Text: 'Hello' }, hitlParameters: {} };
		await runApproved({
			utterances: [[call({ ...given, id: 'call_1', tool: 'Send_Message' })], 'Done.'],
		});
		expect(await arrived()).toContainEqual([ada, 'Hello']);
	});
});

describe.each(agentVersions)('agent %s', (version) => {
	it('names that n8n itself adds are dropped, and no parameter reads them', async () => {
		const names = ['id', 'toolCallId', 'sessionId', 'tool', 'action', 'chatInput'];
		const more = Object.fromEntries(names.map((name) => [name, ben]));
		const read = names.map((name) => `$json.${name}`).join(' ?? ');
		const tool = {
			to: ada,
			text: `=From {{ ${read} ?? $tool?.name ?? 'nobody' }}: {{ $fromAI('Text') }}`,
		};
		await run({ version, tool, utterances: [[call({ Text: 'Hello', ...more })], 'Done.'] });
		const [[to, text] = []] = await arrived();
		expect(to).toBe(ada);
		expect(text).not.toContain(ben);
		expect(text).toContain('Hello');
	});
});

it('an agent 2 with several items in a batch reads that the agent handles several at once', async () => {
	const list = [{ at: 0 }, { at: 1 }];
	const one = [call({ To: ada, Text: 'Hello' })];
	const two = [call({ To: ben, Text: 'Hello' })];
	const agent = { options: { batching: { batchSize: 2 } } };
	const results = await run(
		{ version: 2.2, agent, utterances: [one, two, 'Done.', 'Done.', 'Done.'] },
		list,
	);
	for (const result of results)
		if (!result.includes('accepted')) expect(result).toContain('the agent handles several at once');
});

describe.each(agentVersions)('a sub-workflow as the tool of an agent %s', (version) => {
	/** Runs an agent whose tool is a workflow with this node. @returns what the model read */
	async function runSub(settings: Record<string, unknown>) {
		const trigger = plainNode('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
			inputSource: 'passthrough',
		});
		const options = { splitText: { values: { by: 'paragraphs' } } };
		const parameters = { instanceId, to: ada, text: 'One\n\nTwo\n\nThree', options };
		const send = { ...ourNode(n8n(), 'Send', parameters), ...settings };
		const nodes = [trigger, send];
		const { id } = await publish(n8n(), 'Sends', nodes, chain(nodes));
		const tool = plainNode('Send Message', '@n8n/n8n-nodes-langchain.toolWorkflow', 2.2, {
			description: 'Sends the news',
			workflowId: { __rl: true, mode: 'id', value: id },
		});
		return await run({ version, behind: tool, utterances: [[call({})], 'Done.'] });
	}

	it('of an error, the model reads the title, which says how many were sent', async () => {
		await n8n().sandbox.bend({ path: 'messages', skip: 1, status: 422 });
		const [result] = await runSub({});
		expect(result).toContain('1 of 3 messages was sent');
	});

	it('with "On Error" on Continue, the model also reads the details', async () => {
		await n8n().sandbox.bend({ path: 'messages', reset: 'afterReading', carryOut: true });
		const [result] = await runSub({ onError: 'continueRegularOutput' });
		expect(result).toContain('unknown');
		expect(result).toContain('may have');
	});
});
