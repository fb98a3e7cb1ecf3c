import type MarkdownIt from 'markdown-it';
import type { StateInline, Token } from 'markdown-it';

import { addressesIn, type Range, rangeOver } from './addresses';
import { type CodeBlock, codeBlocksIn } from './codeBlocks';
import { chosen } from './optionKinds';
import { withoutSpaces } from './splitText';
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

/** A sign behind a backslash, and formulas, where `_` and `*` are no signs. */
const asWritten =
	/\\[!-/:-@[-`{-~]|\$\$[^$]+\$\$|\$(?![\s$*])(?:[^$*\n]|\*(?!\*))+(?<!\s)\$(?!\d)|\\\((?:[^\\\n]|\\[^()\n])+\\\)|\\\[(?:[^\\]|\\[^[\]])+\\\]/y;

/** Without the sign at the end that closes one in front of the address, such as `**https://…**`. */
function addressesWithin(text: string): Range[] {
	return addressesIn(text).map(([start, end]) => {
		const address = text.slice(start, end);
		const [run = ''] = /([*_~])\1*$/.exec(address) ?? [];
		const before = address.slice(0, address.length - run.length);
		const isOwn = run.length % 2 === 1 && before.split(run[0] as string).length % 2 === 0;
		return [start, isOwn ? end : end - run.length];
	});
}

const isEastern = (one: string) => withoutSpaces.test(one) || /\p{Script=Hangul}/u.test(one);
const isWestern = (one: string) => /[\p{L}\p{N}]/u.test(one) && !isEastern(one);

/** What stands at the end of words, not in front of others: `f(**a)**2` and `"**a**"` have brackets and quotes. */
const endOfWords = /(?:[:.,!?;%]|(?![ -~])[\p{Pe}\p{Pf}\p{Po}\p{So}])$/u;

type Rule = (state: StateInline, silent: boolean) => boolean;

/** What all rules know of the text that they read. */
interface Known {
	to: Way;
	addresses: Range[];
	/** Most texts with a `[` have no link, and looking for its end takes longest. */
	mayHaveLinks: boolean;
}
const knownOf = ({ env }: StateInline) => env as Known;

/** Reads bold, italic and struck-out words, links and code within lines. All else is text as it is written. */
function newParser(): MarkdownIt {
	const parser = new (require('markdown-it') as typeof MarkdownIt)('zero');
	parser.core.ruler.enableOnly(['block', 'inline']);
	parser.normalizeLink = parser.normalizeLinkText = (address) => address;
	// `list[i](x)` is code.
	parser.validateLink = (address) => /[.:/#@]/.test(address);
	const { inline } = parser;
	const ruleOf = (name: string) => {
		inline.ruler.enableOnly(name);
		return inline.ruler.getRules('')[0] as Rule;
	};
	const [backticks, link] = [ruleOf('backticks'), ruleOf('link')];
	inline.ruler.enableOnly(['text', 'backticks', 'strikethrough', 'emphasis', 'link', 'autolink']);
	inline.ruler2.enable(['strikethrough', 'emphasis']);

	const write = (state: StateInline, silent: boolean, end: number) => {
		if (!silent) state.pending += state.src.slice(state.pos, end);
		state.pos = end;
		return true;
	};
	inline.ruler.before('text', 'as written', (state, silent) => {
		const address = rangeOver(knownOf(state).addresses, state.pos, state.pos + 1);
		if (address) return write(state, silent, Math.min(address[1], state.posMax));
		const sign = state.src[state.pos];
		if (sign !== '\\' && sign !== '$') return false;
		asWritten.lastIndex = state.pos;
		const [words] = asWritten.exec(state.src) ?? [];
		return words !== undefined && write(state, silent, state.pos + words.length);
	});
	inline.ruler.at('backticks', (state, silent) => {
		const start = state.pos;
		if (!backticks(state, true)) return false;
		const code = state.src.slice(start, state.pos);
		const [sign = ''] = /^`+/.exec(code) ?? [];
		const isClosed = code.length > sign.length;
		const { to } = knownOf(state);
		if (!silent)
			state.pending += isClosed && to === 'plain' ? code.slice(sign.length, -sign.length) : code;
		return true;
	});
	inline.ruler.at('link', (state, silent) => knownOf(state).mayHaveLinks && link(state, silent));
	// A picture becomes its words and its address, like a link.
	inline.ruler.before('link', 'picture', (state, silent) => {
		if (!knownOf(state).mayHaveLinks || !state.src.startsWith('![', state.pos)) return false;
		state.pos++;
		const isPicture = link(state, silent);
		if (!isPicture) state.pos--;
		return isPicture;
	});
	inline.State = class extends inline.State {
		/** Where no spaces are between words, signs stand within them. Elsewhere, a lone star there is that of `2*3*4`. */
		override scanDelims(start: number, inWords: boolean) {
			const run = super.scanDelims(start, inWords);
			if (!inWords) return run;
			const [before = ' ', after = ' '] = [this.src[start - 1], this.src[start + run.length]];
			run.can_open ||= isEastern(before) && /\S/.test(after);
			run.can_close ||= isEastern(after) && /\S/.test(before);
			// `**Price:**5 $` and `**السعر:**١٠٠`, as models write. By the grammar, such a sign only opens.
			const isBold = run.length > 1 && isWestern(after);
			run.can_close ||= isBold && endOfWords.test(this.src.slice(Math.max(0, start - 2), start));
			if (!isWestern(before) || !isWestern(after)) return run;
			const isNumber = /\p{N}/u.test(before + after);
			run.can_open &&= !isNumber && run.length > 1;
			run.can_close &&= !isNumber;
			return run;
		}
	};
	return parser;
}

let parser: MarkdownIt | undefined;

const withoutScheme = (address: string) =>
	address.replace(/^(?:https?:\/\/|mailto:|tel:)|\/$/g, '');

/** A link as its words and its address. The address stands once. */
function linkAs(words: string, { attrs }: Token): string {
	const { href = '', title } = Object.fromEntries(attrs ?? []);
	const more = title === undefined ? [] : [`"${title}"`];
	if (words.trim() === '') return [href, ...more].join(' ');
	const isAddress = withoutScheme(words) === withoutScheme(href);
	const behind = [...(isAddress ? [] : [href]), ...more].join(' ');
	return behind === '' ? words : `${words} (${behind})`;
}

/** Lines in which signs can belong to each other. @param isStrong whether they become bold anyway */
function lineConverted(text: string, to: Way, isStrong: boolean): string {
	if (!/[*_~`[<]/.test(text)) return text;
	parser ??= newParser();
	const open: Kind[] = isStrong ? ['strong'] : [];
	const links: Array<{ before: string; token: Token }> = [];
	let result = '';
	/** In chats, no sign reaches beyond its line. */
	const overLines = (words: string) => {
		const around = [...new Set(open)].map((kind) => signs[to][kind]);
		const [opening, closing] = [around.join(''), around.toReversed().join('')];
		return words.replace(/(?<![^\S\n])[^\S\n]*\n[\s>]*/g, (lineEnd) => closing + lineEnd + opening);
	};
	const known: Known = { to, addresses: addressesWithin(text), mayHaveLinks: text.includes('](') };
	const [line] = parser.parseInline(text, known);
	for (const token of line?.children ?? []) {
		const { type, content } = token;
		if (type === 'text') {
			result += open.length > 0 && content.includes('\n') ? overLines(content) : content;
			continue;
		}
		const isOpening = token.nesting > 0;
		const kind = type.slice(0, type.indexOf('_')) as Kind | 'link';
		if (kind !== 'link') {
			if (!isOpening) open.splice(open.lastIndexOf(kind), 1);
			// Within another of its kind, a sign goes.
			if (!open.includes(kind)) result += signs[to][kind];
			if (isOpening) open.push(kind);
		} else if (isOpening) {
			links.push({ before: result, token });
			result = '';
		} else {
			const { before, token: link } = links.pop() as (typeof links)[number];
			result = before + (link.info === 'auto' ? result : linkAs(result, link));
		}
	}
	return result;
}

/** The signs of quotes and lists in front of a line. */
const front = /^(?:\s|>|(?:[-+*]|\d{1,9}[.)])[ \t])*/;

/** The words of a heading; undefined for another line. */
function headingIn(words: string): string | undefined {
	const [hashes] = /^#{1,6}\s+/.exec(words) ?? [];
	if (hashes === undefined) return undefined;
	let end = words.length;
	while (words[end - 1] === '#') end--;
	const isClosed = /\s/.test(words[end - 1] ?? '');
	return words.slice(hashes.length, isClosed ? end : undefined).trim();
}

/** Signs further apart than this, with line ends in between, do not belong to each other. */
const longestParagraph = 16_384;

/** Lines without a block of code. */
function linesConverted(text: string, to: Way): string {
	const { strong } = signs[to];
	let result = '';
	let paragraph = '';
	const endParagraph = () => {
		result += lineConverted(paragraph, to, false);
		paragraph = '';
	};
	const lines = text.split(/(?<=\n)/);
	for (let at = 0; at < lines.length; at++) {
		const line = lines[at] as string;
		const [before = ''] = front.exec(line) ?? [];
		const words = line.slice(before.length).trimEnd();
		const isItem = /[^\s>]/.test(before);
		if (words === '' || isItem || paragraph.length > longestParagraph) endParagraph();
		const below = lines[at + 1] ?? '';
		// Models draw a line right below a paragraph.
		const isUnderlined =
			paragraph === '' &&
			before.trim() === '' &&
			/[\p{L}\p{N}]/u.test(words) &&
			/^\s*(?:-{3,}|={3,})\s*$/.test(below);
		const hashed = headingIn(words);
		const heading = hashed ?? (isUnderlined ? words : '');
		if (heading === '') {
			if (words === '') result += line;
			else paragraph += line;
			continue;
		}
		endParagraph();
		if (hashed === undefined) at++;
		const last = hashed === undefined ? below : line;
		result += before + strong + lineConverted(heading, to, true) + strong;
		result += last.slice(last.trimEnd().length);
	}
	endParagraph();
	return result;
}

/** A block of code without its fences: what its first line says of the code is a line. */
function codeAlone(text: string, { start, end, info, lastLine }: CodeBlock, isAlone: boolean) {
	const firstLineEnd = text.indexOf('\n', start);
	if (firstLineEnd < 0 || firstLineEnd >= end) return info;
	const code = text.slice(firstLineEnd, lastLine === undefined ? end : lastLine);
	const lines = lastLine === undefined ? code : code.replace(/\r?\n$/, '');
	return info + (info === '' && isAlone ? lines.replace(/^\n/, '') : lines);
}

/** A text with its Markdown as chats write it, or without. What is not Markdown stays as it is. */
export function converted(text: string, to: 'asIs' | Way): string {
	if (to === 'asIs') return text;
	let [result, at] = ['', 0];
	for (const block of codeBlocksIn(text)) {
		const isAlone = /^[\s>]*$/.test(text.slice(block.line, block.start));
		const isGone = to === 'plain' && isAlone && block.info === '';
		result += linesConverted(text.slice(at, isGone ? block.line : block.start), to);
		result += to === 'plain' ? codeAlone(text, block, isAlone) : text.slice(block.start, block.end);
		at = block.end;
	}
	result += linesConverted(text.slice(at), to);
	return showsNothing(result) ? text : result;
}
