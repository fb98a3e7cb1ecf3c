// Two answers at the same moment. What n8n does then is tested in e2e and with several processes.
import { until } from '../until';
import { question, questionsOnSandbox } from './questionsOnSandbox';

const { ask, visit, n8n } = questionsOnSandbox();

it.each([
	['is told that the answer was recorded', true, 200, 'Your answer was recorded'],
	['is not told so if n8n refuses the answer', false, 409, 'This answer was not recorded'],
])('whoever clicks twice %s', async (_, isTaken, status, words) => {
	const asked = await ask(question());
	n8n.answers = 0;
	let decide = () => {};
	const decided = new Promise<void>((resolve) => (decide = resolve));
	n8n.end = async (response, page) => {
		await decided;
		if (isTaken) response.end(page);
		else response.json({ code: 503, message: 'Database is not ready!' });
	};
	const click = async () => await visit(asked, { answer: 'approve' });
	const clicks = [click(), click()];
	await until('A second click', () => n8n.answers === 2);
	decide();
	for (const { status: given, page } of await Promise.all(clicks)) {
		expect(given).toBe(status);
		expect(page).toContain(words);
	}
});
