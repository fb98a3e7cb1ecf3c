// What README and docs/ say: their links, and the names and sentences that they quote.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { inputReasons } from '../../nodes/MessagingIntegration/service/inputError';
import { families } from '../../nodes/MessagingIntegration/service/reasonFor';
import { words } from '../../nodes/MessagingIntegration/service/words';
import { description, root } from './built';

const filesIn = (folder: string, end: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(end))
		.map((file) => join(folder, file));

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
	expect(docs.filter((page) => !linked.includes(page))).toEqual([]);
});

/** A sentence with … for what is filled in. */
const withDots = (sentence: string) =>
	sentence
		.replace(/\$?\{(?:[^{}]|\{[^{}]*\})*\}/g, '…')
		.replace(/\\(['"`])/g, '$1')
		.replace(/"…"|“…”/g, '…');

/** The words of a page without the code in it, as one line. */
const proseOf = (page: string) =>
	textOf(page)
		.replace(/^```[^]*?^```/gm, '')
		.replace(/\s+/g, ' ');

const allCode = sources.map(textOf).join('\n');
const asPattern = (title: string) =>
	new RegExp(
		`^${title
			.split('…')
			.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*')}$`,
	);

/** The titles in errors.md, in bold at the start of a row or one after the other. */
const titles = [...proseOf('docs/errors.md').matchAll(/\*\*([^*]+)\*\*/g)].map(([, title = '']) =>
	withDots(title).replace(/\(\d{3}\)/g, '(…)'),
);

/** Facts that give … for what is filled in. */
const anyFacts = (given: object) =>
	new Proxy(given, { get: (_, name) => (name in given ? given[name as never] : '…') });
const variants = ['list', 'message', 'upload', 'indication'].flatMap((kind) =>
	[
		{},
		{ scope: '' },
		{ status: 401 },
		{ status: 422 },
		{ status: 502 },
		{ status: 504 },
		{ instance: '' },
	].map((given) =>
		anyFacts({ kind, why: 'canceled', stopped: 'canceled', ...given, earlier: undefined }),
	),
);
const titlesInTable = Object.entries(words)
	.filter(([reason]) => reason !== 'input' && reason !== 'unexpected')
	.flatMap(([, of]) => variants.map((facts) => of(facts as never).title));

/** The titles of all errors that have one of the usual forms. */
const titlesInCode = [
	...titlesInTable,
	...[...allCode.matchAll(/(?:invalidInput|refuses)\(\s*'\w+',\s*(['`])((?:(?!\1).)*)\1,/gs)].map(
		([, , title = '']) => title,
	),
].map((title = '') => withDots(title).replace(/\(\d{3}\)/g, '(…)'));

/** All reasons but those that stand for words from elsewhere. */
const reasons = [
	...new Set([
		...Object.keys(words)
			.filter((reason) => reason !== 'input')
			.map((reason) => (families as Record<string, string>)[reason] ?? reason),
		...inputReasons,
	]),
];

it('the reasons are stable, because workflows branch on them', () => {
	expect(reasons.toSorted()).toEqual([
		'callRefused',
		'changedInTheMiddle',
		'connectionBroke',
		'countryCodeMissing',
		'credentialUnusable',
		'databaseFailed',
		'dryRunFile',
		'earlierRunLost',
		'expressionGaveNothing',
		'fileEmpty',
		'fileMissing',
		'fileUnreadable',
		'inDoubtFromEarlierRun',
		'keyConflict',
		'keyInDoubt',
		'keyRefused',
		'missingScope',
		'notFound',
		'notSupported',
		'notTheService',
		'numberNotPossible',
		'numberNotValid',
		'parameterUnusable',
		'quietHours',
		'rateLimited',
		'recipientEmpty',
		'recipientUnusable',
		'refused',
		'refusedInAnswer',
		'retriedBefore',
		'serviceFailed',
		'stopped',
		'textBroken',
		'timeout',
		'tooLarge',
		'tooManyMessages',
		'unexpected',
		'unreachable',
		'valueEmpty',
	]);
});

it('errors.md lists every reason', () => {
	const listed = [...textOf('docs/errors.md').matchAll(/^\| (`.*?`) \|/gm)].flatMap(
		([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
	);
	expect(listed.filter((name) => name !== 'reason').toSorted()).toEqual(reasons.toSorted());
});

it('errors.md names every error by its title', () => {
	const patterns = titles.map(asPattern);
	expect(titlesInCode.length).toBeGreaterThan(80);
	// Some titles are put together from two parts.
	const whole = [...new Set(titlesInCode)].filter((title) => !title.endsWith('… …'));
	expect(whole.filter((title) => !patterns.some((each) => each.test(title)))).toEqual([]);
});

it('every title that errors.md quotes is one of the node', () => {
	const code = [allCode.replace(/\\(['"`])/g, '$1'), ...titlesInTable].join('\n');
	const unknown = titles
		.flatMap((title) => title.split('…').map((part) => part.trim()))
		.filter((part) => !code.includes(part) && part !== '(' && part !== ')');
	expect(unknown).toEqual([]);
});
