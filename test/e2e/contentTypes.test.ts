// Switching between the content types whose fields the reference does not show.
import { editor, openNode } from './support/editor';
import { instanceId, ourNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { createByHand } from './support/workflows';

const n8n = realN8n();
const { openWorkflow } = editor(n8n);

const types = ['Poll', 'Location', 'Contact', 'Buttons', 'List', 'Reaction', 'Poll'];

it('whoever switches the content type in a circle sees the example of each type, and nothing of another goes', async () => {
	const send = ourNode(n8n(), 'Send', { instanceId, to: '12025554567' });
	const page = await openWorkflow(await createByHand(n8n(), [{}], [send]));
	const panel = await openNode(page, 'Send');
	const notice = panel.settings.getByText('this example is a guess');
	const rows = panel.settings.getByTestId('assignment');
	const seen = new Set<string>();
	for (const type of types) {
		await panel.parameter('contentType').click();
		await page.locator('.option-headline').getByText(type, { exact: true }).click();
		await panel.settings.getByText('Content Fields').waitFor();
		expect(await notice.count()).toBe(1);
		seen.add(await notice.innerText());
		expect(await rows.count()).toBe(0);
	}
	expect(seen.size).toBe(6);
	await panel.failure('The poll is empty', 0);
	expect(await n8n().sandbox.messages()).toEqual([]);
	await panel.settings.getByTestId('assignment-collection-drop-area').click();
	await rows.locator('input').first().fill('question');
	await rows.locator('input, textarea').nth(1).fill('Tea or coffee?');
	await panel.success('accepted');
	expect(await n8n().sandbox.messages()).toMatchObject([
		{ content: { type: 'poll', question: 'Tea or coffee?' } },
	]);
});
