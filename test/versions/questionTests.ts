import {
	answer,
	answered,
	answerForm,
	ask,
	asked,
	askNode,
	daysForm,
	linkOf,
	oneHour,
	receiptForm,
	start,
	statusOf,
	words,
} from '../e2e/support/questions';
import { instanceId, ourNode } from '../e2e/support/nodes';
import type { RestartableN8n } from '../e2e/support/realN8n';
import { severalQuestionsTests } from '../e2e/severalQuestionsTests';
import { fetchN8n } from '../n8n/fetchN8n';
import { respondedBy } from '../support/respondedBy';

const approve = { answer: 'approve' };
const responded = respondedBy('12025554567');

/** @param isVersion1 n8n 1 gives the parent of a sub-workflow that asks its own input, not the answer */
export function questionTests(
	n8n: () => RestartableN8n,
	done: string[],
	isVersion1: boolean,
): void {
	it('asks, shows the question, refuses a wrong signature, and continues with the answer', async () => {
		const { workflow, link } = await ask(n8n());
		expect(await (await fetchN8n(link)).text()).toContain(words);
		const forged = link.replace(/[\da-f]$/, (last) => (last === '0' ? '1' : '0'));
		expect((await answer(forged, approve)).status).toBe(401);
		expect(await statusOf(n8n(), workflow)).toBe('waiting');
		expect(await (await answer(link, approve)).text()).toContain('Your answer was recorded');
		expect(await answered(n8n(), workflow)).toEqual([{ data: { approved: true, ...responded } }]);
		done.push('asked and answered');
	});

	it('asks several people with a form, and says whose link was used', async () => {
		const { workflow } = await ask(n8n(), daysForm('12025554567', '12025550002'), 2);
		const link = await linkOf(n8n(), '12025550002');
		expect(await (await fetchN8n(link)).text()).toContain('enctype="multipart/form-data"');
		expect((await answerForm(link, { f0: 'two' })).status).toBe(400);
		await answerForm(link, { f0: '2' });
		expect(await answered(n8n(), workflow)).toEqual([
			{ data: { Days: 2, ...respondedBy('12025550002', expect.any(Array)) } },
		]);
		done.push('a form for several people');
	});

	it('asks for a file, which comes out as binary data', async () => {
		const send = ourNode(n8n(), 'Send', { instanceId, to: '12025550002', contentType: 'document' });
		const { workflow } = await start(n8n(), [askNode(n8n(), receiptForm('12025554567')), send]);
		const link = await asked(n8n(), workflow);
		const none = await answerForm(link, { f0: new File([], '') });
		expect(none.status).toBeGreaterThanOrEqual(400);
		expect(await none.text()).not.toMatch(/ at .*\.js:\d+/);
		await answerForm(link, { f0: new File(['bytes'], '../Receipt.pdf') });
		expect(await answered(n8n(), workflow, 'Send')).toMatchObject([{ fileName: 'Receipt.pdf' }]);
		done.push('a file as the answer');
	});

	it('says that nobody answered in time', async () => {
		const { workflow } = await ask(n8n(), oneHour);
		await n8n().endWaits();
		expect(await answered(n8n(), workflow)).toEqual([{ data: { timedOut: true } }]);
		done.push('nobody answered in time');
	});

	describe('several questions and answers', () => severalQuestionsTests(n8n, !isVersion1));
}
