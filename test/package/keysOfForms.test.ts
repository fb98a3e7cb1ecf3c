// The Send Once Keys of the pages and examples that name the files of a form. n8n can number these files in another order
// when the form comes again, and an empty part of a key is an error.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

import { root } from './built';

const expressions = ['docs', 'examples'].flatMap((folder) =>
	readdirSync(join(root, folder))
		.filter((file) => /\.(?:md|json)$/.test(file))
		.flatMap((file) => {
			const found = readFileSync(join(root, folder, file), 'utf8').match(
				/\{\{[^{}]*\.map\([^{}]*\.size[^{}]*\}\}/g,
			);
			return [...new Set(found)].map((code) => ({
				file: join(folder, file),
				// A table of Markdown writes | with a backslash.
				code: code.slice(2, -2).replaceAll('\\|', '|'),
			}));
		}),
);

const picture = { filename: 'front.jpg', size: 10 };
const other = { filename: 'back.jpg', size: 20 };

const partOf = (code: string, files: unknown): unknown =>
	runInNewContext(code, { $json: { Picture: files, Pictures: files } });

it('a page shows such a key', () => {
	expect(expressions.map(({ file }) => file)).toContain(join('docs', 'send-once.md'));
});

it.each(expressions)('$file: one form has one key, in whatever order its files come', (key) => {
	expect(partOf(key.code, [picture, other])).toBe(partOf(key.code, [other, picture]));
	expect(partOf(key.code, [picture])).not.toBe(partOf(key.code, [other]));
});

it.each(expressions.filter(({ code }) => code.includes('.flat()')))(
	'$file: a form has a key with one file that is no list, and without a file',
	({ code }) => {
		expect(partOf(code, picture)).toBe(partOf(code, [picture]));
		expect(partOf(code, undefined)).toMatch(/./);
	},
);
