// An option that is added by clicking does something, without any further entry.
import { editor, openNode } from './support/editor';
import { instanceId, ourNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { createByHand } from './support/workflows';

const n8n = realN8n();
const { openWorkflow } = editor(n8n);

/** A phone where it is night now: between 21:00 and 08:00 for at least an hour more. */
const asleep = [
	'+1 202-555-0101',
	'+1 808-555-0101',
	'+91 98765 43210',
	'+81 90 1234 5678',
	'+49 1512 3456789',
].find((_, at) => {
	const timeZone = [
		'America/New_York',
		'Pacific/Honolulu',
		'Asia/Kolkata',
		'Asia/Tokyo',
		'Europe/Berlin',
	][at];
	const hour = Number(
		new Date().toLocaleTimeString('sv-SE', { timeZone, hour: '2-digit' }).slice(0, 2),
	);
	return hour >= 21 || hour < 7;
});

const person = (at: number, text = `text ${at}`) => ({ phone: `+1202555${4000 + at}`, text });
const three = [person(0), person(1), person(2)];
const sent = (...texts: string[]) => ({ texts, said: 'accepted' });
const nothing = (said: string) => ({ texts: [], said });

interface Case {
	items?: object[];
	more?: object;
	isUnsure?: true;
	/** Which texts arrive, and what the output says somewhere. */
	is: { texts: string[]; said: string };
	/** The least time that the run takes (ms). */
	takes?: number;
	/** Which requests arrive in all. */
	requests?: number;
}

const cases: Record<string, Case> = {
	'Dry Run (Send Nothing)': { is: nothing('Dry run: nothing was sent. 3 messages would go.') },
	'Fail if More Than (Messages)': {
		items: Array.from({ length: 101 }, (_, at) => person(at)),
		is: nothing('101 messages to 101 people would go'),
	},
	'If It May Have Arrived': {
		items: [person(0)],
		isUnsure: true,
		is: sent('text 0', 'text 0'),
	},
	'If There Is No File': {
		items: [person(0)],
		more: { contentType: 'image', caption: 'Look' },
		is: sent('Look'),
	},
	Markdown: { items: [person(0, '**Hello**')], is: sent('*Hello*') },
	'Messages per Minute': {
		items: [person(0), person(1)],
		is: sent('text 0', 'text 1'),
		takes: 3000,
	},
	'Pause Between Messages (Seconds)': {
		items: [person(0), person(1)],
		is: sent('text 0', 'text 1'),
		takes: 5000,
	},
	'Quiet Hours': {
		items: [{ phone: asleep, text: 'Hello' }],
		is: nothing('The recipient is in quiet hours until'),
	},
	'Send Once Key': { is: nothing('The Send Once Key is empty') },
	'Split Text': { items: [person(0, 'One\n\nTwo')], is: sent('One', 'Two') },
	'Typing First (Seconds)': {
		items: [person(0)],
		is: sent('text 0'),
		takes: 2000,
		requests: 2,
	},
};

it.each(Object.entries(cases))(
	'%s, added alone and executed',
	async (option, { items = three, more = {}, isUnsure, is, takes = 0, requests }) => {
		const send = ourNode(n8n(), 'Send', {
			instanceId,
			to: '={{ $json.phone }}',
			text: '={{ $json.text }}',
			...more,
		});
		const page = await openWorkflow(await createByHand(n8n(), items, [send]));
		const panel = await openNode(page, 'Send');
		if (isUnsure)
			await n8n().sandbox.bend({ path: 'messages', reset: 'afterReading', carryOut: true });
		await panel.addOption.click();
		await page.getByRole('option', { name: option, exact: true }).click();
		await panel.settings.getByText(option, { exact: true }).first().waitFor();
		const start = Date.now();
		await panel.execute();
		await panel.output.getByText(is.said, { exact: false }).first().waitFor({ timeout: 60_000 });
		const took = Date.now() - start;
		const messages = await n8n().sandbox.messages();
		const texts = messages.map(({ content: { text } }) => text);
		const all = await n8n().sandbox.requests();
		expect(texts.toSorted()).toEqual(is.texts);
		expect(took).toBeGreaterThanOrEqual(takes - 5);
		if (requests !== undefined) expect(all).toHaveLength(requests);
	},
);
