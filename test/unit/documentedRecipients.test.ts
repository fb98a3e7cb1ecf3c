// The examples of docs/recipients.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	type DefaultCountry,
	recipientFrom,
} from '../../nodes/MessagingIntegration/parameters/recipient';

const page = readFileSync(join(__dirname, '../../docs/recipients.md'), 'utf8');
const codes = { Brazil: 'BR', Germany: 'DE', Russia: 'RU', 'United States': 'US' };

/** The rows of the table with these columns, without the row of dashes. */
function rowsOf(columns: string): string[][] {
	const [, table = ''] = page.split(`${columns}\n`);
	const [, ...rows] = table.split('\n\n')[0]?.split('\n') ?? [];
	return rows
		.map((row) => row.split('|').map((cell) => cell.trim()))
		.map((row) => row.slice(1, -1));
}

/** The examples in a cell, without those that are no value of their own, and what is said about each. */
const examplesOf = (cell = '', said = '', country = 'none') =>
	[...cell.matchAll(/`([^`{…]+)`/g)].map(([, typed = '']) => [
		...[typed, codes[country as 'Brazil'] ?? country],
		said === 'unchanged' ? typed : said.replaceAll('`', ''),
	]);

const withoutCountry = rowsOf('| Typed in *To* | Sent |').flatMap(([typed, said]) =>
	examplesOf(typed, said),
);
const withCountry = rowsOf('| Country | Typed | Sent |').flatMap(([country, typed, said]) =>
	examplesOf(typed, said, country),
);
/** The red lines that begin with a number as somebody typed it: "0171 123" is not a phone number in Germany. */
const redLines = rowsOf('| The red line | What to do |').flatMap(([line = '']) => {
	const [, typed, words] = /^"([^"]+)" (.+)$/.exec(line) ?? [];
	return typed === undefined ? [] : [[typed, words, line]];
});

it.each([...withoutCountry, ...withCountry])(
	'docs/recipients.md is right about %s (%s): %s',
	(typed = '', country, said = '') => {
		const read = () => recipientFrom(typed, country as DefaultCountry);
		if (said.startsWith('fails')) expect(read).toThrow();
		else expect(read()).toBe(said);
	},
);

it.each(redLines)(
	'a red line of docs/recipients.md is what people read: %s %s',
	(typed = '', _, line = '') => {
		const countries: DefaultCountry[] = ['none', 'empty', 'AU', 'DE'];
		const read = countries.map((country) => {
			try {
				return recipientFrom(typed, country);
			} catch (error) {
				return (error as Error).message;
			}
		});
		expect(read).toContain(line);
	},
);

it('docs/recipients.md has such examples', () => {
	expect(withoutCountry.length).toBeGreaterThan(10);
	expect(redLines.length).toBeGreaterThan(15);
	expect(withCountry.length).toBeGreaterThan(5);
});
