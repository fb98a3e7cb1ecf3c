// The examples of docs/recipients.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	type DefaultCountry,
	recipientFrom,
} from '../../nodes/MessagingIntegration/parameters/recipient';

const page = readFileSync(join(__dirname, '../../docs/recipients.md'), 'utf8');
const countries: Record<string, DefaultCountry> = {
	Brazil: 'BR',
	Germany: 'DE',
	Russia: 'RU',
	'United States': 'US',
};

/** The rows of the table with these columns. */
function rowsOf(columns: string): string[][] {
	const [, table = ''] = page.split(`${columns}\n`);
	const [rows = ''] = table.split('\n\n');
	return rows
		.split('\n')
		.slice(1)
		.map((row) =>
			row
				.split('|')
				.map((cell) => cell.trim())
				.slice(1, -1),
		);
}

/** The examples in a cell, without those that are no value of their own. */
const typedIn = (cell = '') =>
	[...cell.matchAll(/`([^`]+)`/g)]
		.map(([, typed = '']) => typed)
		.filter((typed) => !/[{…]/.test(typed));

const withoutCountry = rowsOf('| Typed in *To* | Sent |').flatMap(([typed, sent = '']) =>
	typedIn(typed).map((one) => [one, 'none', sent === 'unchanged' ? one : sent.replaceAll('`', '')]),
);
const withCountry = rowsOf('| Country | Typed | Sent |').flatMap(
	([country = '', typed, sent = '']) =>
		typedIn(typed).map((one) => [one, countries[country], sent.replaceAll('`', '')]),
);
const refused = rowsOf('| Typed | Why |')
	// As a number in JSON, n8n gives it as a number.
	.filter(([typed]) => !typed?.includes('JSON') && !typed?.includes(' without '))
	.flatMap(([typed]) => typedIn(typed).map((one) => [one, 'none', 'fails']));

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
