import { answer, answered, ask, statusOf, words } from '../e2e/questions';
import type { RestartableN8n } from '../e2e/realN8n';
import { severalQuestionsTests } from '../e2e/severalQuestionsTests';
import { fetchN8n } from '../n8n/fetchN8n';

const approve = { answer: 'approve' };

export function questionTests(n8n: () => RestartableN8n, done: string[]): void {
	it('asks, shows the question, refuses a wrong signature, and continues with the answer', async () => {
		const { workflow, link } = await ask(n8n());
		expect(await (await fetchN8n(link)).text()).toContain(words);
		const forged = link.replace(/[\da-f]$/, (last) => (last === '0' ? '1' : '0'));
		expect((await answer(forged, approve)).status).toBe(401);
		expect(await statusOf(n8n(), workflow)).toBe('waiting');
		expect(await (await answer(link, approve)).text()).toContain('Your answer was recorded');
		expect(await answered(n8n(), workflow)).toEqual([
			{ data: { approved: true, respondedAt: expect.any(String) } },
		]);
		done.push('asked and answered');
	});

	it('says that nobody answered in time', async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
		const { workflow } = await ask(n8n(), { options: { limitWaitTime: { values } } });
		// n8n looks for waits that have ended when it starts, and then every minute.
		await n8n().killAndStart();
		expect(await answered(n8n(), workflow)).toEqual([{ data: { timedOut: true } }]);
		done.push('nobody answered in time');
	});

	describe('several questions and answers', () => severalQuestionsTests(n8n));
}
