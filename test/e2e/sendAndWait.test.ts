import { editor } from './editor';
import { answered, ask, words } from './questions';
import { realN8n } from './realN8n';

const n8n = realN8n();
const { visit } = editor(n8n);

const respondedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

it.each([
	['Approve', true],
	['Decline', false],
])(
	'a person opens the link, presses %s, and the workflow continues with that',
	async (button, approved) => {
		const { workflow, link } = await ask(n8n());
		const page = await visit(link);
		await page.getByText(words).waitFor();
		await page.getByRole('button', { name: button }).click();
		await page.getByRole('heading', { name: 'Recorded' }).waitFor();
		expect(await answered(n8n(), workflow)).toEqual([{ data: { approved, respondedAt } }]);
	},
);
