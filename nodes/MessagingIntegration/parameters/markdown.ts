import type MarkdownIt from 'markdown-it';
import type { StateInline, Token } from 'markdown-it';

import { chosen } from './optionKinds';
import { withoutSpaces } from './splitText';

export const markdown = chosen(
	'Markdown',
	{
		asIs: ['As It Is', 'Nothing changes'],
		chat: ['As Chats Write It', '**bold** becomes *bold*, and a link its words and address'],
		plain: ['Without Signs', '**bold** becomes bold, and a link its words and address'],
	},
	'What becomes of Markdown, in which models write',
	'chat',
);

const signs = {
	chat: { strong: '*', em: '_', s: '~' },
	plain: { strong: '', em: '', s: '' },
};

/** Addresses and formulas, where `_` and `*` are no signs. */
const asWritten =
	/:\/\/(?:[_~]*[^\s<>()[\]`*"_~.,:;!?]|[.,:;!?])+|\$\$[^$]+\$\$|\$(?![\s$*])(?:[^$*\n]|\*(?!\*))+(?<!\s)\$(?!\d)|\\\((?:[^\\\n]|\\[^()\n])+\\\)|\\\[(?:[^\\]|\\[^[\]])+\\\]/y;

function isAsWritten(state: StateInline, silent: boolean): boolean {
	asWritten.lastIndex = state.pos;
	const [words] = asWritten.exec(state.src) ?? [];
	if (!words) return false;
	if (!silent) state.pending += words;
	state.pos += words.length;
	return true;
}

const isEastern = (one: string) => withoutSpaces.test(one) || /\p{Script=Hangul}/u.test(one);
const isWestern = (one: string) => /[\p{L}\p{N}]/u.test(one) && !isEastern(one);

/** Where a sign begins and ends, and where its rule began. */
type SourceRange = Record<'from' | 'at' | 'end', number>;
const rangeOf = (token?: Token) => token?.meta as SourceRange | null | undefined;

/** markdown-it knows the lines of a block. This one also notes the places of signs, in `meta`. */
function newParser() {
	const parser = new (require('markdown-it') as typeof MarkdownIt)();
	const { block, inline } = parser;
	Object.assign(parser.options, { maxNesting: 20 });
	block.ruler.disable(['table', 'reference']);
	inline.ruler2.disable('fragments_join');
	inline.ruler.before('escape', 'as written', isAsWritten);
	parser.normalizeLink = parser.normalizeLinkText = (address) => address;
	// `list[i](x)` is code.
	parser.validateLink = (address) => /[.:/#@]/.test(address);
	inline.State = class extends inline.State {
		override push(...args: Parameters<StateInline['push']>) {
			const last = this.pending ? undefined : this.tokens.at(-1);
			const before = rangeOf(last);
			const isSameRule = last && before?.from === this.pos;
			const at = isSameRule ? before.at + last.content.length : this.pos;
			return Object.assign(super.push(...args), { meta: { from: this.pos, at, end: at } });
		}

		/** Where no spaces are between words, signs stand within them. Elsewhere, a lone star there is that of `2*3*4`. */
		override scanDelims(start: number, inWords: boolean) {
			const run = super.scanDelims(start, inWords);
			if (!inWords) return run;
			const [before = ' ', after = ' '] = [this.src[start - 1], this.src[start + run.length]];
			run.can_open ||= isEastern(before) && /\S/.test(after);
			run.can_close ||= isEastern(after) && /\S/.test(before);
			if (!isWestern(before) || !isWestern(after)) return run;
			const isNumber = /\d/.test(before + after);
			run.can_open &&= !isNumber && run.length > 1;
			run.can_close &&= !isNumber;
			return run;
		}
	};
	const rules = inline.ruler.getRules('').map((rule) => (state: StateInline, silent: boolean) => {
		const { length } = state.tokens;
		const isFound = rule(state, silent);
		const place = rangeOf(state.tokens.at(-1));
		if (place && state.tokens.length > length) place.end = state.pos;
		return isFound;
	});
	inline.ruler.getRules = () => rules;
	const parse = inline.parse.bind(inline);
	// It would read the words of a picture once more, and those of pictures within them again and again.
	inline.parse = () => undefined;
	return (text: string, isParagraph: boolean) => {
		const tokens: Token[] = [];
		if (isParagraph) parse(text, parser, {}, tokens);
		else block.parse(text, parser, {}, tokens);
		return tokens;
	};
}

let read: ReturnType<typeof newParser> | undefined;

/** Notes what changes in a text. All else is copied from it. */
class Conversion {
	private readonly read = (read ??= newParser());
	private readonly changes: Array<[from: number, to: number, words: string]> = [];
	private readonly lines: Array<{ line: string; start: number }> = [];

	constructor(
		private readonly text: string,
		private readonly to: keyof typeof signs,
	) {
		let start = 0;
		for (const line of text.replace(/\r\n/g, ' \n').replace(/\r/g, '\n').split('\n')) {
			this.lines.push({ line, start });
			start += line.length + 1;
		}
	}

	private lineAt = (at: number) => this.lines[at] ?? { line: '', start: this.text.length };
	private change = (from: number, to: number, words = '') => this.changes.push([from, to, words]);

	result(): string {
		const tokens = this.read(this.lines.map(({ line }) => line).join('\n'), false);
		for (const [at, token] of tokens.entries()) {
			if (token.type === 'fence' && this.to === 'plain') this.fence(token);
			if (token.type === 'inline') this.paragraph(token, tokens[at - 1] as Token);
		}
		let [result, at] = ['', 0];
		for (const [from, to, words] of this.changes.sort(([one], [other]) => one - other)) {
			result += this.text.slice(at, from) + words;
			at = Math.max(at, to);
		}
		return result + this.text.slice(at);
	}

	/** Takes away the first and the last line of a code block. */
	private fence({ map, markup }: Token) {
		const [first, after] = map as [number, number];
		const { line, start } = this.lineAt(first);
		const at = line.indexOf(markup);
		// It can stand behind the sign of a list.
		const isAlone = /^[\s>]*$/.test(line.slice(0, at));
		const end = isAlone ? line.length + 1 : line.trimEnd().length;
		this.change(start + (isAlone ? 0 : at), start + end);
		const last = this.lineAt(after - 1);
		if (after === first + 1 || !/^[\s>]*(?:`{3,}|~{3,})\s*$/.test(last.line)) return;
		const lineEnd = this.text[last.start - 2] === '\r' ? 2 : 1;
		this.change(last.start - lineEnd, last.start + last.line.trimEnd().length);
	}

	/** What stands before its lines is blank for the parser of signs, so that places are those in the text. */
	private paragraph({ map, content }: Token, { type, markup }: Token) {
		const [first, after] = map as [number, number];
		const { line: top, start } = this.lineAt(first);
		const hash = markup.startsWith('#') ? top.indexOf('#') : -1;
		const words = content.split('\n').map((line) => line.trim());
		const lines = words.map((own, at) => {
			const { line } = this.lineAt(first + at);
			const behindHash = line.indexOf(own, hash + markup.length);
			const from = hash < 0 ? line.trimEnd().length - own.length : behindHash;
			return (' '.repeat(from) + own).padEnd(line.length);
		});
		const source = lines.join('\n');
		const below = this.lineAt(after);
		// Models draw a line right below a paragraph.
		const isUnderlined = words.length === 1 && /(?:---|===)\s*$/.test(below.line);
		const isHeading = content !== '' && type === 'heading_open' && (hash >= 0 || isUnderlined);
		if (!isHeading) return this.signs(source, start, false);
		const { strong } = signs[this.to];
		const from = source.search(/\S/);
		this.change(start + (hash < 0 ? from : hash), start + from, strong);
		this.signs(source, start, true);
		const last = hash < 0 ? below : this.lineAt(first);
		const end = start + source.trimEnd().length;
		this.change(end, last.start + last.line.trimEnd().length, strong);
	}

	private signs(source: string, start: number, isStrong: boolean) {
		const open: Record<string, number[]> = { strong: isStrong ? [0] : [], em: [], s: [] };
		let link = { from: 0, address: '' };
		for (const token of this.read(source, true)) {
			const { type, markup, info, content, attrs } = token;
			const place = rangeOf(token);
			if (!place) continue;
			const [at, end] = [start + place.at, start + place.end];
			const [kind = '', side] = type.split('_');
			const address = attrs?.[0]?.[1] ?? '';
			if (open[kind]) {
				this.pair(kind as keyof typeof signs.chat, at, side === 'open', markup.length, open[kind]);
			} else if (type === 'code_inline' && this.to === 'plain') {
				this.change(at, at + markup.length);
				this.change(end - markup.length, end);
			} else if (type === 'image') {
				this.change(at, end, content + behind(content, address));
			} else if (info === 'auto') {
				const bracket = side === 'open' ? at : at + 1;
				this.change(bracket, bracket + 1);
			} else if (type === 'link_open') {
				link = { from: at, address };
			} else if (type === 'link_close' && link.address !== '') {
				this.change(link.from - 1, link.from);
				this.change(at, end, behind(this.text.slice(link.from, at), link.address));
			}
		}
	}

	/** One sign of a pair. Within another of its kind it goes. @param open where those begin that are open */
	private pair(
		kind: keyof typeof signs.chat,
		at: number,
		opens: boolean,
		length: number,
		open: number[],
	) {
		const begun = opens ? at : (open.pop() ?? at);
		const sign = open.length === 0 ? signs[this.to][kind] : '';
		if (opens) open.push(at);
		// The parser marks the second star of two.
		const from = opens && kind === 'strong' ? at - 1 : at;
		this.change(from, from + length, sign);
		// In chats, no sign reaches beyond its line.
		const between = sign && this.text.slice(begun, at);
		for (const { 0: lineEnd, index } of between.matchAll(/\n[\s>]*/g)) {
			const line = begun + between.slice(0, index).trimEnd().length;
			this.change(line, line, sign);
			this.change(begun + index + lineEnd.length, begun + index + lineEnd.length, sign);
		}
	}
}

const withoutScheme = (address: string) =>
	address.replace(/^(?:https?:\/\/|mailto:|tel:)|\/$/g, '');

/** What stands behind the words of a link: its address, if they are not the same. */
function behind(words: string, address: string): string {
	if (words.trim() === '') return address;
	return withoutScheme(words) === withoutScheme(address) ? '' : ` (${address})`;
}

/** A text with its Markdown as chats write it, or without. What is not Markdown stays as it is. */
export function converted(text: string, to: 'asIs' | keyof typeof signs): string {
	if (to === 'asIs') return text;
	const result = new Conversion(text, to).result();
	return result.trim() === '' ? text : result;
}
