import { fetchN8n } from '../n8n/fetchN8n';
import type { Workflow } from '../n8n/N8nApi';
import { instanceId, ourNode, plainNode } from './support/nodes';
import { answer, answered, asked, askNode, links, start } from './support/questions';
import type { RealN8n } from './support/realN8n';
import { publish, publishChain } from './support/workflows';
import { respondedBy } from '../support/respondedBy';

const responded = respondedBy('12025554567');
const approve = { answer: 'approve' };
const decline = { answer: 'decline' };

/** What looks like an answer, and is none. */
const forged = { data: { approved: true, respondedAt: 'never' } };

const called = plainNode('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
	inputSource: 'passthrough',
});

const callOf = ({ id }: Workflow) =>
	plainNode('Call', 'n8n-nodes-base.executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: id },
		options: { waitForSubWorkflow: true },
	});

/** Connections, from the names of the nodes that each output of a node leads into. */
function connections(leads: Record<string, string[][]>): object {
	const to = (node: string) => ({ node, type: 'main', index: 0 });
	return Object.fromEntries(
		Object.entries(leads).map(([from, outputs]) => [
			from,
			{ main: outputs.map((names) => names.map(to)) },
		]),
	);
}

/** Questions that one execution asks one after the other, and answers that come at the same moment. */
export function severalQuestionsTests(n8n: () => RealN8n, parentGetsAnswer = true): void {
	it('in a loop each question has its own link, and the first one answers no other', async () => {
		const loop = plainNode('Loop', 'n8n-nodes-base.splitInBatches', 3, { options: {} });
		const items = plainNode('Items', 'n8n-nodes-base.code', 2, {
			jsCode: 'return [1, 2, 3].map((day) => ({ json: { day } }));',
		});
		const done = plainNode('Done', 'n8n-nodes-base.noOp', 1, {});
		const node = askNode(n8n(), { message: '=Day {{ $json.day }}?' });
		const leads = connections({
			Webhook: [['Items']],
			Items: [['Loop']],
			Loop: [['Done'], ['Ask']],
			Ask: [['Loop']],
		});
		const nodes = [items, loop, node, done];
		const { workflow, post } = await publishChain(n8n(), 'onReceived', nodes, () => leads);
		await post({});
		const first = await asked(n8n(), workflow, 1);
		await answer(first, approve);
		const second = await asked(n8n(), workflow, 2);
		for (const old of [await fetchN8n(first), await answer(first, decline)]) {
			expect(old.status).toBe(410);
			expect(await old.text()).toContain('This question no longer needs an answer');
		}
		expect((await n8n().sandbox.messages()).at(-1)?.content.text).toContain('Day 2?');
		await answer(second, decline);
		await answer(await asked(n8n(), workflow, 3), approve);
		expect(await answered(n8n(), workflow, 'Done')).toMatchObject(
			[true, false, true].map((isApproved) => ({ data: { approved: isApproved } })),
		);
		expect(new Set(await links(n8n())).size).toBe(3);
	});

	if (parentGetsAnswer) {
		it('a sub-workflow asks, and its parent continues with the answer', async () => {
			const child = await publish(n8n(), 'Child', [called, askNode(n8n())]);
			const { workflow } = await start(n8n(), [callOf(child)]);
			await answer(await asked(n8n(), child), decline);
			expect(await answered(n8n(), workflow, 'Call')).toEqual([
				{ data: { approved: false, ...responded } },
			]);
		});
	}

	it('each branch that leads into the node asks, in a loop of a sub-workflow', async () => {
		const items = plainNode('Items', 'n8n-nodes-base.code', 2, {
			jsCode: `return [0, 1, 0, 1].map((branch) => ({ json: { ...${JSON.stringify(forged)}, branch } }));`,
		});
		const loop = plainNode('Loop', 'n8n-nodes-base.splitInBatches', 3, {
			batchSize: 2,
			options: {},
		});
		const branches = plainNode('Switch', 'n8n-nodes-base.switch', 3.2, {
			mode: 'expression',
			numberOutputs: 2,
			output: '={{ $json.branch }}',
		});
		const leads = connections({
			Called: [['Items']],
			Items: [['Loop']],
			Loop: [[], ['Switch']],
			Switch: [['Ask'], ['Ask']],
			Ask: [['Loop']],
		});
		const nodes = [called, items, loop, branches, askNode(n8n())];
		const child = await publish(n8n(), 'Branches', nodes, leads);
		await start(n8n(), [callOf(child)]);
		const answers = [decline, approve, decline, approve];
		for (const [before, given] of answers.entries())
			await answer(await asked(n8n(), child, before + 1), given);
		expect(await answered(n8n(), child)).toEqual(
			answers.map((given) => ({ data: { approved: given === approve, ...responded } })),
		);
		expect(new Set(await links(n8n())).size).toBe(answers.length);
	});

	it('of simultaneous answers one counts, and the others read that', async () => {
		const sendAnswer = ourNode(n8n(), 'Send', {
			instanceId,
			to: '12025554567',
			text: '={{ String($json.data.approved) }}',
		});
		const { workflow } = await start(n8n(), [askNode(n8n()), sendAnswer]);
		const link = await asked(n8n(), workflow);
		const answers = [approve, decline, approve, decline];
		const said = await Promise.all(
			answers.map(async (given) => await (await answer(link, given)).text()),
		);
		const isApproved = said[0]?.includes('Your answer was recorded') === true;
		for (const [at, given] of answers.entries()) {
			const counts = (given === approve) === isApproved;
			expect(said[at]).toMatch(
				counts
					? /Your answer was recorded|is running already/
					: /first answer counts|is running already/,
			);
		}
		await answered(n8n(), workflow);
		const texts = (await n8n().sandbox.messages()).map(({ content }) => content.text);
		expect(texts.slice(1)).toEqual([String(isApproved)]);
	});
}
