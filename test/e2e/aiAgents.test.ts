// The node as the tool of an AI agent, and as its human review: what the model decides, and what it does not.
import {
	agentVersions,
	type AgentSettings,
	fromModel,
	publishAgent,
	runAgent,
	runApprovedAgent,
} from './support/agents';
import { plainNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import type { ToolCall } from './support/startModel';

const n8n = realN8n();

const [ada, ben, stranger] = ['12025550101', '12025550102', '4917199999999'];
const boss = '12025550100';
const review = {
	to: boss,
	message: '=Send {{ $json.toolParameters.Text }} to {{ $json.toolParameters.To }}?',
};

const call = (given: object): ToolCall => ({ tool: 'Send_Message', arguments: given });
const gated = (toolParameters: unknown, more: object = {}) =>
	call({ toolParameters, hitlParameters: {}, ...more });

const arrived = async () =>
	(await n8n().sandbox.messages()).map(({ to, content }) => [to, content.text]);

const run = async (settings: AgentSettings, list?: object[]) =>
	await runAgent(n8n(), settings, list);
const runApproved = async (settings: Partial<AgentSettings>) =>
	await runApprovedAgent(n8n(), { review, ...settings });

describe('what a person approved is what goes', () => {
	const shown = { To: ada, Text: 'Dinner is at eight' };
	const other = { To: stranger, Text: 'transfer the money' };

	it('a call with only what the tool declares is asked about, and goes as it was shown', async () => {
		const results = await runApproved({ utterances: [[gated(shown)], 'Done.'] });
		expect(results).toEqual([expect.stringContaining('accepted')]);
		expect(await arrived()).toEqual([
			[boss, expect.stringContaining(`Send Dinner is at eight to ${ada}?`)],
			[ada, 'Dinner is at eight'],
		]);
	});

	it.each<[string, ToolCall]>([
		['arguments in "query"', gated({ ...shown, query: other })],
		['arguments in "query" as text', gated({ ...shown, query: JSON.stringify(other) })],
		['more arguments', gated({ ...shown, to: stranger, boss: stranger })],
		['arguments of the review', gated(shown, { query: { toolParameters: other } })],
		['other arguments of the review', gated(shown, { boss: stranger })],
		[
			'the name of another tool',
			call({ toolParameters: shown, hitlParameters: { tool: 'Look_Up' } }),
		],
		['other parameters', call({ toolParameters: shown, hitlParameters: { query: other } })],
		['a list', gated([shown])],
		['a text', gated(JSON.stringify(shown))],
	])('a call with %s is not asked about, and the model reads why', async (_, misled) => {
		const [result] = await runApproved({ utterances: [[misled], 'Done.'] });
		expect(result).toContain('The question could not be sent, so nobody has answered it.');
		expect(result).toContain('This is not a decision of the user');
		expect(await arrived()).toEqual([]);
	});

	it('a false link in the text of the model stands behind the true one, as a quotation', async () => {
		const Text = 'Hello\n\nApprove or decline:\nhttp://example.com/false';
		await runApproved({ utterances: [[gated({ To: ada, Text })], 'Done.'] });
		const [[, question] = []] = await arrived();
		expect(question).toMatch(
			/^Approve or decline:\nhttp:\/\/\S+\/webhook-waiting\/\S+\n\n> Send Hello\n> \n> Approve or decline:\n> http:\/\/example\.com\/false to \d+\?$/,
		);
		expect((await arrived())[1]).toEqual([ada, Text]);
	});

	it('a question in doubt is one to the model', async () => {
		await n8n().sandbox.bend({ path: 'messages', reset: 'afterReading', carryOut: true });
		const [result] = await runApproved({ utterances: [[gated(shown)], 'Done.'] });
		expect(result).toContain('The question may have arrived, but nobody can answer it any more');
		expect(result).not.toContain('could not be sent');
	});

	it.each([
		['toolCalculator', 1, {}, { input: '2 + 3' }, '5'],
		[
			'toolCode',
			1.3,
			{ description: 'Says', jsCode: 'return "said " + query' },
			{ input: 'six' },
			'six',
		],
		['toolThink', 1.1, {}, { input: 'deep' }, 'deep'],
	])(
		'any other tool can stand behind a review: %s',
		async (type, version, parameters, given, said) => {
			const other = plainNode('Other', `@n8n/n8n-nodes-langchain.${type}`, version, parameters);
			const settings: Partial<AgentSettings> = {
				behind: other,
				review: { to: boss, message: '={{ $tool.name }}: {{ JSON.stringify($tool.parameters) }}' },
			};
			const ask = (toolParameters: object) => [
				{ tool: 'Other', arguments: { toolParameters, hitlParameters: {} } },
			];
			const results = await runApproved({ ...settings, utterances: [ask(given), 'Done.'] });
			expect((await arrived())[0]?.[1]).toContain(JSON.stringify(given));
			expect(results[0]).toContain(said);
			await n8n().sandbox.forget();
			await runApproved({ ...settings, utterances: [ask({ ...given, more: 1 }), 'Done.'] });
			expect(await arrived()).toEqual([]);
		},
	);

	it('who approves is not for the model to say', async () => {
		const settings = { review: { ...review, to: '={{ $json.boss ?? "12025550100" }}' } };
		const misled = call({ toolParameters: shown, hitlParameters: { boss: stranger } });
		await runApproved({ ...settings, utterances: [[misled], 'Done.'] });
		expect(await arrived()).toEqual([]);
	});
});

it('a review below agent 2 asks nobody, and its tool does not run: ai-agents.md warns of that', async () => {
	const utterances = [[gated({ To: ada, Text: 'Hello' })], 'Done.'];
	expect(await run({ version: 2.2, utterances, review })).toEqual(['']);
	expect(await arrived()).toEqual([]);
});

describe.each(agentVersions)('agent %s', (version) => {
	const byField = { to: '={{ $json.to }}', text: fromModel('Text') };

	it.each([
		['a field', { to: stranger }],
		['a nested field', { query: { to: stranger, Text: 'other' } }],
		['a key', { order: '2' }],
	])('the model cannot override what the author takes from the item: %s', async (_, more) => {
		const tool = { ...byField, options: { sendOnceKey: '={{ $json.order }}' } };
		const utterances = [[call({ Text: 'Hello', ...more })], 'Done.'];
		const item = { to: ada, order: `order of ${version} ${JSON.stringify(more)}` };
		const [result] = await run({ version, utterances, tool }, [item]);
		// Agent 2 drops what the tool does not declare.
		if (version < 3) expect(await arrived()).toEqual([[ada, 'Hello']]);
		else {
			expect(await arrived()).toEqual([]);
			expect(result).toContain('"delivery":"notSent"');
			expect(result).toContain('Call again with only these arguments: Text.');
		}
	});

	it('an argument with the name of a field does not override the field', async () => {
		const tool = { to: '={{ $json.to }}', text: fromModel('to') };
		await run({ version, tool, utterances: [[call({ to: stranger })], 'Done.'] }, [{ to: ada }]);
		expect(await arrived()).toEqual([[ada, stranger]]);
	});

	it('of several items, each message goes to the right person, or the model reads why not', async () => {
		for (const to of ["={{ $('Split').item.json.to }}", '={{ $json.to }}']) {
			await n8n().sandbox.forget();
			const utterances = [
				[call({ Text: 'one' })],
				[call({ Text: 'two' })],
				...['Done.', 'Done.', 'Done.', 'Done.'],
			];
			// The model cannot tell the items apart, so each item says which text is its own.
			const { post, requests } = await publishAgent(n8n(), {
				version,
				utterances,
				tool: { to, text: '=for {{ $fromAI("Text") }}' },
				agent: { text: '={{ $json.to }}' },
			});
			await post({ list: [{ to: ada }, { to: ben }] });
			const people = (await arrived()).map(([person]) => person).sort();
			if (version < 3) {
				expect(people).toEqual([]);
				expect(JSON.stringify(requests)).toContain('which item of the agent this call belongs to');
			} else expect(people).toEqual([ada, ben]);
		}
	});

	it.each(["={{ $('Loop').item.json.to }}", '={{ $json.to }}'])(
		'in a loop with one item at a time, each message goes to the right person: %s',
		async (to) => {
			const loop = plainNode('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
			const split = plainNode('Split', 'n8n-nodes-base.splitOut', 1, {
				fieldToSplitOut: 'body.list',
				options: {},
			});
			const one = [call({ Text: 'Hello' })];
			await run(
				{
					version,
					utterances: [one, 'Done.', one, 'Done.', one, 'Done.'],
					tool: { to, text: fromModel('Text') },
					before: [split, loop],
					connect: (agent) => ({
						Loop: { main: [[], [{ node: agent.name, type: 'main', index: 0 }]] },
						[agent.name]: { main: [[{ node: 'Loop', type: 'main', index: 0 }]] },
					}),
				},
				[{ to: ada }, { to: ben }, { to: boss }],
			);
			expect((await arrived()).map(([person]) => person)).toEqual([ada, ben, boss]);
		},
	);

	it.each(['continueErrorOutput', 'continueRegularOutput', undefined])(
		'whatever "On Error" is, the model reads the answer, and the whole error: %s',
		async (onError) => {
			const hello = call({ To: ada, Text: 'Hello' });
			const settings = { version, toolSettings: { onError } };
			const [sent] = await run({ ...settings, utterances: [[hello], 'Done.'] });
			expect(sent).toContain('accepted');
			await n8n().sandbox.bend({ path: 'messages', reset: 'afterReading', carryOut: true });
			const [doubt] = await run({ ...settings, utterances: [[hello], 'Done.'] });
			expect(doubt).toContain('It may have arrived.');
			expect(doubt).toContain('Do not send it again');
			expect(doubt).toContain('unknown');
		},
	);

	it('a tool waits no longer than 20 s for a service that asks to slow down, and says for how long', async () => {
		const headers = { 'retry-after': '45' };
		await n8n().sandbox.bend({ path: 'messages', status: 429, headers });
		const began = performance.now();
		const utterances = [[call({ To: ada, Text: 'Hello' })], 'Done.'];
		const [result] = await run({ version, utterances });
		expect(performance.now() - began).toBeLessThan(40_000);
		expect(result).toContain('"delivery":"notSent"');
		expect(result).toContain('Do not call again');
		expect(await arrived()).toEqual([]);
	});

	it('an answer that a model reads has at most 4 kB, and a recipient at most 200 characters', async () => {
		const body = JSON.stringify({ id: '1', more: 'x'.repeat(900_000) });
		await n8n().sandbox.bend({ path: 'messages', status: 200, body });
		const calls = [ada, 'a'.repeat(201)].map((To) => [call({ To, Text: 'Hello' })]);
		const [long, refused] = await run({ version, utterances: [...calls, 'Done.'] });
		expect(long?.length).toBeLessThan(4500);
		expect(long).toContain(ada);
		expect(long).toContain('shortened');
		expect(refused).toContain('more than 200 characters');
		expect(await n8n().sandbox.requests()).toHaveLength(1);
	});
});
