// An option does something as soon as it is added, with what the editor enters then.
import type { INodeParameters } from 'n8n-workflow';

import { optionsOf } from '../package/built';
import { deliveryOnSandbox, texts } from './support/deliveryOnSandbox';

const { execute, control, requests, acceptedTexts } = deliveryOnSandbox();

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

const person = (at: number, text = `text ${at}`) => ({ to: `+1202555${4000 + at}`, text });
const three = [person(0), person(1), person(2)];
const sent = (...texts: string[]) => ({ texts, said: 'accepted' });
const nothing = (said: string) => ({ texts: [], said });

interface Case {
	items?: Array<{ to?: string; text: string }>;
	more?: INodeParameters;
	isUnsure?: true;
	/** Which texts arrive, and what the output, a hint or the error says somewhere. */
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
		items: [{ to: asleep, text: 'Hello' }],
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

/** What the editor enters for an option of "Send": test/e2e/addedOptions. */
const atFirst = (label: string) => {
	const option = optionsOf('message', 'send').find(({ displayName }) => displayName === label);
	const entered = option?.type === 'fixedCollection' ? { values: {} } : option?.default;
	return { [option?.name ?? '']: entered };
};

it.each(Object.entries(cases))(
	'%s, added alone',
	async (option, { items = three, more = {}, isUnsure, is, takes = 0, requests: count }) => {
		if (isUnsure) await control().bend({ path: 'messages', reset: 'afterReading', carryOut: true });
		const start = Date.now();
		const outcome = await execute({
			items: items.map((json) => ({ json })),
			parameters: { ...texts(atFirst(option)), ...more },
		});
		const took = Date.now() - start;
		const { items: rows, hints, error } = outcome;
		const said = [JSON.stringify([rows, hints]), error?.message, error?.description].join(' ');
		expect(said).toContain(is.said);
		expect((await acceptedTexts()).toSorted()).toEqual(is.texts);
		expect(took).toBeGreaterThanOrEqual(takes - 5);
		if (count !== undefined) expect(await requests()).toHaveLength(count);
	},
);
