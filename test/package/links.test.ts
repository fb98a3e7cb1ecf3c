// What README and docs/ say: their links. What they quote of errors is guarded by test/unit/pageOfWords.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { filesIn } from '../support/filesIn';
import { description, root } from './built';

const docs = filesIn('docs', '.md');
const files = [
	...readdirSync(root).filter((file) => file.endsWith('.md')),
	...docs,
	'dev/bench/results.md',
	'examples/README.md',
];
const sources = ['nodes', 'credentials'].flatMap((folder) => filesIn(folder, '.ts'));
const examples = filesIn('examples', '.json');

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** The anchors that GitHub and npm make of the headings. */
function anchorsOf(file: string): string[] {
	const headings =
		textOf(file)
			.replace(/^```[^]*?^```/gm, '')
			.match(/^#+ .*$/gm) ?? [];
	return headings.map((heading) =>
		heading
			.replace(/^#+ /, '')
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** The links of a file that lead into the repository. */
function linksOf(file: string): string[] {
	const links = [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
	return links.filter((link) => !/^https?:/.test(link));
}

function isBroken(file: string, link: string): boolean {
	const [path = '', anchor] = link.split('#');
	const target = path === '' ? file : relative(root, join(root, dirname(file), path));
	if (!existsSync(join(root, target))) return true;
	return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

it.each(files)('the links in %s lead to a file and a heading that exist', (file) => {
	expect(linksOf(file).filter((link) => isBroken(file, link))).toEqual([]);
});

it('the links in the notes of the examples lead to a page and a heading that exist', () => {
	const links = [...sources, ...examples].flatMap((file) =>
		[...textOf(file).matchAll(/\bdocs\/[\w-]+\.md(?:#[\w-]+)?/g)].map(([link]) => link),
	);
	expect(links.filter((link) => isBroken('README.md', link))).toEqual([]);
});

it('the editor has no link to pages that have no address yet', () => {
	expect(JSON.stringify(description.properties)).not.toContain('<a ');
});

it('the index in the README names every page', () => {
	const linked = linksOf('README.md').map((link) => link.replace(/#.*/, ''));
	// The page of all sentences is for whoever writes the node: CONTRIBUTING.md names it.
	const ofUsers = docs.filter((page) => page !== 'docs/words.md');
	expect(ofUsers.filter((page) => !linked.includes(page))).toEqual([]);
});
