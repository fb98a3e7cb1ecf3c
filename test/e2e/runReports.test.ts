// Errors and hints about a whole run, as the editor shows them.
import { editor, openNode } from './editor';
import { ourNode } from './nodes';
import { instanceId } from './nodes';
import { realN8n } from './realN8n';
import { createByHand } from './workflows';

const n8n = realN8n();
const { openWorkflow } = editor(n8n);

const shots = process.env.SHOTS;
const customers = ['15551230001', '15551230002', '15551230003'].map((phone, at) => ({
	phone,
	text: at === 1 ? '' : 'Hello',
}));
const send = (name: string, onError?: string, options: object = {}) => ({
	...ourNode(n8n(), name, {
		instanceId,
		to: '={{ $json.phone }}',
		text: '={{ $json.text }}',
		options,
	}),
	...(onError && { onError }),
});

it('one bad item among several: the error names it and its recipient, and says how to send the others', async () => {
	const page = await openWorkflow(await createByHand(n8n(), customers, [send('Send')]));
	const panel = await openNode(page, 'Send');
	const said = await panel.failure('1 of 3 items cannot be sent. Nothing was sent.', 1);
	for (const line of [
		'Item 1 to 15551230002: The text is empty.',
		'Enter the message in the parameter "Text".',
		'To send the other 2, choose "Continue (using error output)" in Settings → On Error.',
	])
		expect(said).toContain(line);
	if (shots) await page.screenshot({ path: `${shots}/bad-item.png` });
});

it('with "Continue", a hint below the output counts the failed items and says where they are', async () => {
	const nodes = [send('Continue', 'continueRegularOutput'), send('Output', 'continueErrorOutput')];
	const page = await openWorkflow(await createByHand(n8n(), customers, nodes, 'fan'));
	for (const [name, where] of [
		['Continue', 'Look for the field "error" in the output: it says why.'],
		['Output', 'The tab "Error Branch" shows which and why.'],
	] as const) {
		const panel = await openNode(page, name);
		await panel.success('accepted');
		await panel.output.getByText(`1 of 3 items was not sent. ${where}`).waitFor();
		if (shots) await page.screenshot({ path: `${shots}/hint-${name}.png` });
		await panel.close();
	}
});

it('pauses between messages are entered as seconds, and a hint says how long the run took', async () => {
	const options = { pauseBetween: { values: { min: 0, max: 0.1 } } };
	const node = send('Send', 'continueRegularOutput', options);
	const page = await openWorkflow(await createByHand(n8n(), customers, [node]));
	const panel = await openNode(page, 'Send');
	await panel.settings.getByText('Pause Between Messages').waitFor();
	await panel.success('accepted');
	await panel.output
		.getByText(/The node paused once between messages\. The run took \d+ s\./)
		.waitFor();
	if (shots) await page.screenshot({ path: `${shots}/pause.png` });
});

it('a retry does not send a message in doubt again, and says what to check and how to send it again', async () => {
	await n8n().sandbox.bend({ path: 'messages', status: 500, message: 'Something broke' });
	const node = { ...send('Send'), retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	const page = await openWorkflow(await createByHand(n8n(), customers.slice(0, 1), [node]));
	const panel = await openNode(page, 'Send');
	const said = await panel.failure('This was not sent again: it may already have arrived');
	for (const sentence of [
		'Recipient: 15551230001. The earlier error was: “The service failed while handling the request (500)”.',
		'Arrived? In Settings → On Error, choose "Continue (using error output)", save,',
		'Not arrived? Switch on the option "Resend When Unsure", save,',
	])
		expect(said).toContain(sentence);
	if (shots) await page.screenshot({ path: `${shots}/doubt.png` });
});
