// What the editor enters for an option that is added by clicking. test/engine/addedOptions says what it does.
import type { INodeProperties } from 'n8n-workflow';

import type { WorkflowFile } from '../n8n/N8nApi';
import { optionsOf } from '../package/built';
import { until } from '../support/until';
import { editor, openNode } from './support/editor';
import { instanceId, ourNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { createByHand } from './support/workflows';

const n8n = realN8n();
const { openWorkflow } = editor(n8n);

it('the editor enters for each option that is added to a text what its description says', async () => {
	const send = ourNode(n8n(), 'Send', { instanceId, to: '12025554567', text: 'Hello' });
	const workflow = await createByHand(n8n(), [{}], [send]);
	const page = await openWorkflow(workflow);
	const panel = await openNode(page, 'Send');
	await panel.addOption.click();
	const offered = await page.getByRole('option').allInnerTexts();
	await page.keyboard.press('Escape');
	const options = optionsOf('message', 'send').filter(({ displayName }) =>
		offered.includes(displayName),
	);
	expect(options).toHaveLength(offered.length);
	expect(offered.length).toBeGreaterThan(10);
	for (const { displayName } of options) {
		await panel.addOption.click();
		await page.getByRole('option', { name: displayName, exact: true }).click();
		await panel.settings.getByText(displayName, { exact: true }).first().waitFor();
	}
	const saved = await until('The saved options', async () => {
		const { nodes } = await n8n().api.call<WorkflowFile>('GET', `/workflows/${workflow.id}`);
		const { options: all = {} } = nodes.find(({ name }) => name === 'Send')?.parameters ?? {};
		return Object.keys(all as object).length === options.length && all;
	});
	// n8n saves nothing that is as in the description, and fills it in before a run.
	const entered = ({ type, default: value }: INodeProperties) =>
		type === 'fixedCollection' ? { values: {} } : value;
	expect(saved).toEqual(Object.fromEntries(options.map((one) => [one.name, entered(one)])));
});
