import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { root } from './built';

const files = [
	...readdirSync(root).filter((file) => file.endsWith('.md')),
	...readdirSync(join(root, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => join('docs', file)),
	'examples/README.md',
];

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

it('the table of contents of the README names its sections, in order', () => {
	const sections = textOf('README.md')
		.match(/^## .*$/gm)
		?.map((heading) => heading.slice(3));
	const contents = [...textOf('README.md').matchAll(/^- \[(.+)\]\(#.+\)$/gm)].map(
		([, name]) => name,
	);
	expect(contents).toEqual(sections);
});
