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
const refused = rowsOf('| Typed | Why | What to do |')
	// As a number in JSON, n8n gives it as a number.
	.filter(([typed]) => !/JSON| without /.test(typed ?? ''))
	.flatMap(([typed]) => examplesOf(typed, 'fails'));

it.each([...withoutCountry, ...withCountry, ...refused])(
	'docs/recipients.md is right about %s (%s): %s',
	(typed = '', country, said = '') => {
		const read = () => recipientFrom(typed, country as DefaultCountry);
		if (said.startsWith('fails')) expect(read).toThrow();
		else expect(read()).toBe(said);
	},
);

it('docs/recipients.md has such examples', () => {
	expect(withoutCountry.length).toBeGreaterThan(10);
	expect(refused.length).toBeGreaterThan(6);
	expect(withCountry.length).toBeGreaterThan(5);
});
