// The examples that ask a person, from the form or the chat to the answer.
import { credentialType, publishExample, type PublishedExample } from '../n8n/examples';
import type { Workflow, WorkflowFile } from '../n8n/N8nApi';
import { agentThatAsks, lastResult, results } from './agentThatAsks';
import { editor } from './editor';
import { answer, answered, asked } from './questions';
import { realN8n } from './realN8n';
import type { ModelRequest } from './startModel';

const n8n = realN8n();
const { visit } = editor(n8n);

let holiday: PublishedExample;

beforeAll(async () => {
	holiday = await publishExample(n8n().api, 'holiday-request.json', {
		[credentialType]: n8n().credential,
	});
});

describe('holiday-request.json', () => {
	it.each([
		['Approve', 'Tell Approved', 'Your holiday from 2026-08-03 is approved. Enjoy!'],
		['Decline', 'Tell Not Approved', 'Your holiday was declined. Enjoy!'],
	])(
		'asks the manager, who opens the link on the sandbox page and presses %s, and tells the applicant',
		async (button, node, told) => {
			const { workflow, formUrl } = holiday;
			const form = await visit(formUrl);
			await form.getByLabel('Name').fill('Ada Example');
			await form.getByLabel('Phone').fill('+1 202-555-0101');
			await form.getByLabel('First Day').fill('2026-08-03');
			await form.getByLabel('Last Day').fill('2026-08-14');
			await form.getByRole('button', { name: 'Submit' }).click();
			await form.getByText('Your manager has been asked.').waitFor();
			await asked(n8n(), workflow);

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
			expect(await answered(n8n(), workflow, node)).toEqual([
				expect.objectContaining({ status: 'accepted' }),
			]);
			await phone
				.getByRole('list', { name: 'Messages to 12025550101' })
				.getByText(told, { exact: true })
				.waitFor();
		},
	);
});

const dinner = { to: '+1 202-555-0101', text: 'Dinner is at eight' };

const agent = async (
	work: (workflow: Workflow, requests: ModelRequest[]) => Promise<void>,
	change?: (example: WorkflowFile) => void,
) => await agentThatAsks(n8n(), [dinner], work, change);

const texts = async () =>
	(await n8n().sandbox.messages()).map(({ to, content }) => [to, content.text]);

describe('ai-agent-asks-first.json', () => {
	it('an approved tool call is carried out', async () => {
		await agent(async (workflow, requests) => {
			const link = await asked(n8n(), workflow);
			const [[to, question] = []] = await texts();
			expect(to).toBe('12025550100');
			expect(question).toContain(
				'The agent wants to send a message to +1 202-555-0101:\n\nDinner is at eight\n\nApprove or decline:',
			);
			await answer(link, { answer: 'approve' });
			expect(await lastResult(requests)).toContain('accepted');
			expect((await texts())[1]).toEqual(['12025550101', 'Dinner is at eight']);
		});
	});

	it('a declined tool call is not carried out, and the model reads the comment', async () => {
		await agent(async (workflow, requests) => {
			await answer(await asked(n8n(), workflow), {
				answer: 'decline',
				comment: 'Eight is too late',
			});
			expect(await lastResult(requests)).toContain('Declined');
			expect(await lastResult(requests)).toContain('Eight is too late');
			expect(await texts()).toHaveLength(1);
		});
	});

	it('of two tool calls in one turn each is asked about, and only the approved one is carried out', async () => {
		const lunch = { to: '+1 202-555-0102', text: 'Lunch is at one' };
		const work = async (workflow: Workflow, requests: ModelRequest[]) => {
			await answer(await asked(n8n(), workflow, 1), { answer: 'decline', comment: 'not this' });
			await answer(await asked(n8n(), workflow, 2), { answer: 'approve' });
			expect(await results(requests)).toEqual([expect.stringContaining('accepted')]);
			expect((await texts()).map(([to]) => to)).toEqual([
				'12025550100',
				'12025550100',
				'12025550102',
			]);
		};
		await agentThatAsks(n8n(), [dinner, lunch], work);
	});

	it('a question that cannot be sent does not look like a refusal of the user', async () => {
		await n8n().sandbox.bend({ path: 'messages', status: 422, message: 'No such number' });
		await agent(async (_, requests) => {
			const said = await lastResult(requests);
			expect(said).toContain('This is not a decision of the user: the question could not be sent');
			expect(said).toContain('No such number');
			expect(said).not.toContain('rejected');
			expect(await texts()).toEqual([]);
		});
	});

	it('a question that nobody answers in time does not look like a refusal of the user', async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
		await agent(
			async (workflow, requests) => {
				await asked(n8n(), workflow);
				// n8n looks for waits that have ended when it starts, and then every minute.
				await n8n().killAndStart();
				const said = await lastResult(requests);
				expect(said).toContain('Nobody answered in time, so nothing was decided');
				expect(said).not.toContain('rejected');
				expect(await texts()).toHaveLength(1);
			},
			({ nodes }) => {
				const review = nodes.find(({ name }) => name === 'Ask Me First');
				if (review) review.parameters.options = { limitWaitTime: { values } };
			},
		);
	});
});
