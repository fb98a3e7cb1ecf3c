// docs/words.md has every sentence of the node, and docs/errors.md a table of its errors: `npm run words` makes both.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { reasons } from '../../nodes/MessagingIntegration/words/Words';
import { root } from '../n8n/checkout';
import { filesIn } from '../support/filesIn';
import { examples } from './support/examplesOfWords';
import { errorsPage, page, pathOfErrors, pathOfPage, tableOfErrors } from './support/pageOfWords';

it('docs/words.md says what the node says', () => {
	expect(readFileSync(pathOfPage, 'utf8')).toBe(page());
});

it('the table in docs/errors.md is the one of the words', () => {
	expect(readFileSync(pathOfErrors, 'utf8')).toBe(errorsPage());
});

it('no sentence has a gap', () => {
	// These two stand there as what a text would say.
	const all = (page() + tableOfErrors()).replaceAll(/"undefined"|"\[object Object\]"?/g, '');
	expect(all).not.toMatch(/undefined|\[object|NaN/);
});

it('the table names every reason, on which workflows branch', () => {
	const [, ...rows] = tableOfErrors().split('\n');
	const named = new Set(rows.flatMap((row) => /\| `(\w+)` \|$/.exec(row)?.[1] ?? []));
	expect([...named].sort()).toEqual([...reasons].sort());
});

it('the node uses each name of words/', () => {
	const code = filesIn('nodes', '.ts')
		.filter((file) => !file.includes('/words/'))
		.map((file) => readFileSync(join(root, file), 'utf8'))
		.join('\n');
	expect(Object.keys(examples).filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

it('every name has an example', () => {
	expect(Object.values(examples).every((all) => all.length > 0)).toBe(true);
});
