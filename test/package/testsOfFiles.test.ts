// Whoever changes a file finds its tests: they have its name, or the head of the file says where they are.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { filesIn } from '../support/filesIn';
import { root } from './built';

/** A class is named `Lease`, and its tests may be `lease`. */
const nameOf = (file: string) => basename(file).replace(/\..*/, '').toLowerCase();

const names = new Set(filesIn('test', '.test.ts').map(nameOf));

/** The tests that the first line of a file names. */
const namedIn = (file: string) =>
	/^\/\/ Tests: (.+)/.exec(readFileSync(join(root, file), 'utf8'))?.[1]?.split(', ') ?? [];

const sources = [...filesIn('nodes', '.ts'), ...filesIn('credentials', '.ts')];

it('each file has tests that can be found', () => {
	const lost = sources.filter((file) => !names.has(nameOf(file)) && namedIn(file).length === 0);
	expect(sources.length).toBeGreaterThan(100);
	expect(lost).toEqual([]);
});

it('the tests that a file names exist', () => {
	const wrong = sources.flatMap(namedIn).filter((test) => !existsSync(join(root, test)));
	expect(wrong).toEqual([]);
});
