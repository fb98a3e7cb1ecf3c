import type MarkdownIt from 'markdown-it';
import type { StateInline, Token } from 'markdown-it';

import { linkAround, linksIn, type Range } from './links';
import { chosen } from './optionKinds';

import { showsNothing } from './typedValues';

export const markdown = chosen(
	'Markdown',
	{
		asIs: ['As It Is', 'Nothing changes'],
		chat: ['As Chats Write It', '**bold** becomes *bold*, and a link its words and address'],
		plain: ['Without Signs', '**bold** becomes bold, and a link its words and address'],
	},
	'What becomes of the Markdown that models write',
	'chat',
);

const signs = {
	chat: { strong: '*', em: '_', s: '~' },
	plain: { strong: '', em: '', s: '' },
};

type Way = keyof typeof signs;
type Kind = keyof typeof signs.chat;

/** The signs that quotes, tables and lists have in front of a line: each of their lines is a text of its own. */
const item = /^\s*(?:[-+*>|]|\d{1,9}[.)])/;

/** Signs further apart than this do not belong to each other: some rules of the parser look at the rest of a text for each sign. */
const longestText = 2048;

type Rule = (state: StateInline, silent: boolean) => boolean;

/** markdown-it with its own rules for bold, italic and struck-out words, links, code and headings. */
function newParser(): MarkdownIt {
	const parser = new (require('markdown-it') as typeof MarkdownIt)('zero');
	parser.core.ruler.enableOnly(['block', 'inline']);
	parser.block.ruler.enable(['fence', 'heading', 'lheading']);
	parser.normalizeLink = parser.normalizeLinkText = (address) => address;
	// `list[i](x)` is code.
	parser.validateLink = (address) => /[.:/#@]/.test(address);
	const { inline } = parser;
	// What they read stays as it is written: a sign behind a backslash, and code.
	for (const name of ['escape', 'backticks']) {
		inline.ruler.enableOnly(name);
		const [rule] = inline.ruler.getRules('') as [Rule];
		inline.ruler.at(name, (state, silent) => {
			const [start, count] = [state.pos, state.tokens.length];
			if (!rule(state, silent)) return false;
			const token = state.tokens.at(-1);
			if (state.tokens.length > count && token) token.content = state.src.slice(start, state.pos);
			return true;
		});
	}
	// A sign within an address, such as `https://a.b/_c_`, is none.
	inline.ruler.before('text', 'address', (state, silent) => {
		const [, end = 0] = linkAround(state.env as Range[], state.pos) ?? [];
		if (end === 0 || end > state.posMax) return false;
		if (!silent) state.pending += state.src.slice(state.pos, end);
		state.pos = end;
		return true;
	});
	inline.ruler.enableOnly([
		...['address', 'text', 'escape', 'backticks', 'strikethrough'],
		...['emphasis', 'link', 'image', 'autolink'],
	]);
	inline.ruler2.enable(['strikethrough', 'emphasis']);
	inline.State = class extends inline.State {
		/** Within a number, and a lone one within a word, a star is no sign: `2**3`, `2*3*4`, `*858*12#`. As `_` in `snake_case`. */
		override scanDelims(start: number, inWords: boolean) {
			const run = super.scanDelims(start, inWords);
			const around = `${this.src[start - 1] ?? ' '}${this.src[start + run.length] ?? ' '}`;
			const isWithin = /^[\p{Script=Latin}\p{N}]{2}$/u.test(around);
			const isNumber = /\p{N}/u.test(around);
			return isWithin && (isNumber || run.length === 1) ? super.scanDelims(start, false) : run;
		}
	};
	return parser;
}

let parser: MarkdownIt | undefined;

const withoutScheme = (address: string) =>
	address.replace(/^(?:https?:\/\/|mailto:|tel:)/, '').replace(/\/$/, '');

/** A link or a picture as its words and its address. The address stands once. */
function linkAs(words: string, { attrs, info }: Token): string {
	const { href, src, title } = Object.fromEntries(attrs ?? []);
	const address = href ?? src ?? '';
	if (info === 'auto') return words;
	const isAddress = withoutScheme(words) === withoutScheme(address);
	const behind = [...(isAddress ? [] : [address]), ...(title ? [`"${title}"`] : [])].join(' ');
	if (words.trim() === '') return behind;
	return behind === '' ? words : `${words} (${behind})`;
}

/** The words of a text, with the signs of a way. @param open the signs around it */
function rendered(tokens: Token[], to: Way, open: Kind[] = []): string {
	const links: Array<{ before: string; token: Token }> = [];
	let result = '';
	for (const token of tokens) {
		const { type, content, markup, nesting } = token;
		const kind = type.replace(/_(?:open|close)$/, '');
		if (type === 'image') result += linkAs(rendered(token.children ?? [], to, [...open]), token);
		else if (type === 'code_inline')
			result += to === 'plain' ? content.slice(markup.length, -markup.length) : content;
		else if (nesting === 0) result += open.length > 0 ? overLines(content, to, open) : content;
		else if (type === 'link_open') {
			links.push({ before: result, token });
			result = '';
		} else if (type === 'link_close') {
			const { before, token: link } = links.pop() as (typeof links)[number];
			result = before + linkAs(result, link);
		} else {
			if (nesting < 0) open.splice(open.lastIndexOf(kind as Kind), 1);
			// Within another of its kind, a sign goes.
			if (!open.includes(kind as Kind)) result += signs[to][kind as Kind];
			if (nesting > 0) open.push(kind as Kind);
		}
	}
	return result;
}

/** In chats, no sign reaches beyond its line, so each line gets the signs that are open. */
function overLines(words: string, to: Way, open: Kind[]): string {
	const around = [...new Set(open)].map((kind) => signs[to][kind]);
	const [opening, closing] = [around.join(''), around.toReversed().join('')];
	const [first = '', ...others] = words.split('\n');
	return others.reduce((before, line) => {
		const end = before.trimEnd();
		const start = line.length - line.trimStart().length;
		return `${end}${closing}${before.slice(end.length)}\n${line.slice(0, start)}${opening}${line.slice(start)}`;
	}, first);
}

/** A sign alone, such as that in front of an item, is none. */
const hasMarkdown = /[*_~`][^]*[*_~`]|[[<]/;

/** Lines of one paragraph. @param isBold whether they become bold anyway */
function linesConverted(text: string, to: Way, isBold = false): string {
	if (!hasMarkdown.test(text)) return text;
	const reader = (parser ??= newParser());
	let result = '';
	for (let at = 0; at < text.length; ) {
		const rest = text.slice(at, at + longestText);
		const isWhole = at + longestText >= text.length;
		const part = isWhole ? rest : rest.slice(0, rest.search(/\s\S*$/) + 1) || rest;
		const links = linksIn(part).map(([start, end]): Range => {
			// `**https://a.b/c**`: such a sign closes one in front of the address.
			let last = end;
			while ('*_~'.includes(part[last - 1] as string)) last--;
			return [start, last];
		});
		// Most texts with a `[` have no link, and the parser looks for the end of one for longest.
		reader.inline.ruler[part.includes('](') ? 'enable' : 'disable'](['link', 'image']);
		const [line] = reader.parseInline(part, links);
		result += rendered(line?.children ?? [], to, isBold ? ['strong'] : []);
		at += part.length;
	}
	return result;
}

/** A paragraph: its items of lists and its lines of quotes and tables by themselves. */
const paragraphConverted = (lines: string[], to: Way) =>
	lines
		.join('')
		.split(/(?<=\n)(?=[^\S\n]*(?:[-+*>|]|\d{1,9}[.)]))/)
		.map((one) => linesConverted(one, to))
		.join('');

/** The end of a line, or the white space there. */
const endOf = (line = '') => line.slice(line.trimEnd().length);

/** A block of code without its fences. What its first line says of the code stays. */
function codeAlone(lines: string[], { info, markup }: Token): string {
	const [first = '', ...code] = lines;
	const last = code.at(-1)?.trim() ?? '';
	const isClosed = last.startsWith(markup) && last.replaceAll(markup.charAt(0), '') === '';
	const body = code.slice(0, isClosed ? -1 : undefined).join('');
	const said = info.trim() === '' ? '' : info.trim() + endOf(first);
	// The line end behind the last fence is that of the block.
	return said + (isClosed ? body.replace(/\r?\n$/, '') + endOf(code.at(-1)) : body);
}

/** A text with its Markdown as chats write it, or without. What is not Markdown stays as it is. */
export function converted(text: string, to: 'asIs' | Way): string {
	if (to === 'asIs' || !/[*_~`[<#=-]/.test(text)) return text;
	const { block } = (parser ??= newParser());
	const lines = text.split(/(?<=\n)/);
	const blocks: Token[] = [];
	block.parse(text.replaceAll('\r\n', '\n'), parser, {}, blocks);
	let [result, at] = ['', 0];
	for (const [index, { type, map, markup }] of blocks.entries()) {
		if (!map || !['paragraph_open', 'heading_open', 'fence'].includes(type)) continue;
		const [start, end] = map;
		const own = lines.slice(start, end);
		const words = blocks[index + 1]?.content ?? '';
		result += lines.slice(at, start).join('');
		at = end;
		// Models draw a line right below a paragraph or a list.
		const isUnderlined = end - start === 2 && !item.test(words) && /[-=]{3}/.test(own[1] ?? '');
		const isHeading = markup.startsWith('#') ? words !== '' : isUnderlined;
		const { strong } = signs[to];
		if (type === 'fence')
			result += to === 'plain' ? codeAlone(own, blocks[index] as Token) : own.join('');
		else if (type === 'heading_open' && isHeading)
			result += strong + linesConverted(words, to, true) + strong + endOf(own.at(-1));
		else result += paragraphConverted(own, to);
	}
	result += lines.slice(at).join('');
	return showsNothing(result) ? text : result;
}
