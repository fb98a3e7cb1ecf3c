// Errors and hints about a whole run, as the editor shows them.
import { editor, openNode } from './support/editor';
import { instanceId, ourNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { createByHand } from './support/workflows';

const n8n = realN8n();
const { openWorkflow } = editor(n8n);

const customers = ['12025550001', '12025550002', '12025550003'].map((phone, at) => ({
	phone,
	text: at === 1 ? '' : 'Hello',
}));
const send = (name: string, onError?: string) => ({
	...ourNode(n8n(), name, {
		instanceId,
		to: '={{ $json.phone }}',
		text: '={{ $json.text }}',
	}),
	...(onError && { onError }),
});

it('five bad rows of 50: the error has a line for each, and says how to send the others', async () => {
	const rows = Array.from({ length: 50 }, (_, at) => ({
		phone: at % 20 === 7 ? `0151 234567${at}` : String(12025550000 + at),
		text: at % 20 === 13 ? '' : 'Hello',
	}));
	const page = await openWorkflow(await createByHand(n8n(), rows, [send('Send')]));
	const panel = await openNode(page, 'Send');
	const said = await panel.failure('5 of 50 items cannot be sent; nothing was sent', 7);
	const lines = said.split('\n');
	expect(lines).toEqual([
		expect.stringMatching(
			/^Item 7: "0151 2345677" needs a country code\. .*choose the country in "Default Country"/,
		),
		'Item 13 to 12025550013: The text is empty. Enter the message in the parameter "Text".',
		'Item 27: "0151 23456727" needs a country code.',
		'Item 33 to 12025550033: The text is empty.',
		'Item 47: "0151 23456747" needs a country code.',
		'To send the other 45, choose "Continue (using error output)" in Settings → On Error. That output keeps the whole row.',
		"The first item is item 0, as in n8n's own errors.",
	]);
	expect(await n8n().sandbox.requests()).toEqual([]);
});

it('with "Continue", a hint above the output counts the failed items and says where they are', async () => {
	const nodes = [send('Continue', 'continueRegularOutput'), send('Output', 'continueErrorOutput')];
	const page = await openWorkflow(await createByHand(n8n(), customers, nodes, 'fan'));
	for (const [name, where] of [
		['Continue', 'Look for the field "error" in the output: it says why.'],
		['Output', 'The tab "Error Branch" shows which and why.'],
	] as const) {
		const panel = await openNode(page, name);
		await panel.success('accepted');
		await panel.output.getByText(`3 items: 2 sent, 1 not sent. ${where}`).waitFor();
		await panel.close();
	}
});

it('a message in doubt: the error says what to do, and with "Continue" the output says to check', async () => {
	await n8n().sandbox.bend({ path: 'messages', reset: 'afterReading', carryOut: true, count: 2 });
	const nodes = [send('Stop'), send('Continue', 'continueRegularOutput')];
	const page = await openWorkflow(await createByHand(n8n(), customers.slice(0, 1), nodes, 'fan'));
	const title = `The connection to ${new URL(n8n().sandboxUrl).host} broke before the answer`;
	const check = 'It may have been delivered: check before you send it again.';
	const stopping = await openNode(page, 'Stop');
	const inDoubt = `1 message may have arrived. ${title}`;
	const said = (await stopping.failure(inDoubt)).split('\n');
	expect(said).toEqual([
		'Did it arrive? If not, execute again.',
		expect.stringMatching(/^If this happens again, /),
		expect.stringMatching(/^The network said: /),
		'May have arrived: 12025550001.',
	]);
	await stopping.close();

	const continuing = await openNode(page, 'Continue');
	await continuing.success(title);
	await continuing.output
		.getByText('1 item may have arrived. Look for the field "error"')
		.waitFor();
	const row = await continuing.output.getByRole('row').last().innerText();
	expect(row).toContain(check);
	expect(row).toContain('12025550001');
});
