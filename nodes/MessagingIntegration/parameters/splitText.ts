import * as z from 'zod/v4';

import { refuses } from '../service/inputError';
import { choices, entries, field, fixedCollection } from './editorFields';
import { inCollection, numberWithin } from './typedValues';

/** How a text becomes several messages. */
export interface Split {
	by: 'paragraphs' | 'length';
	/** The longest message, counted as JavaScript does. */
	maxLength: number;
}

const noSplit = refuses(
	'optionUnusable',
	'The option "Split Text" cannot be used',
	'Choose "paragraphs" or "length", and enter a whole number from 10 up in "Longest Message".',
);

export const splitText = {
	field: fixedCollection('Split Text', {
		default: { values: { by: 'paragraphs', maxLength: 4096 } },
		description:
			'Makes several messages of a text. A retry continues with the message that failed.',
		options: entries({
			by: field('options', 'Split', 'paragraphs', {
				options: choices({
					paragraphs: ['A Message per Paragraph', 'At each empty line, and what is too long'],
					length: ['Only if Too Long', 'As few messages as possible'],
				}),
			}),
			maxLength: field('number', 'Longest Message', 4096, {
				typeOptions: { minValue: 10 },
				description:
					'A longer text is split at a paragraph, a line, a sentence or a word, whichever fits',
			}),
		}),
	}),
	rule: inCollection(
		z.object(
			{
				by: z.enum(['paragraphs', 'length'], { error: noSplit }),
				maxLength: numberWithin(10, Infinity, noSplit, z.int({ error: noSplit })),
			},
			{ error: noSplit },
		),
		noSplit,
	),
};

/** Where one message ends, and the next begins. Only white space is between them. */
type Cut = [end: number, next: number];

/** Scripts without a space between two words. */
export const withoutSpaces =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** An address, or a link in Markdown. Each quantifier stops where the next match can begin, so the time is linear. */
const links =
	/\[[^[\]\n]*\]\([^()\s]*\)|(?:\b[a-z]{2,12}:\/\/|\bwww\.|\bmailto:)[!-~\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]+/giu;

/** Models draw a line between two sections. It goes with the section after it: nobody sends such a line alone. */
const divider = /^[\s*_=\p{Pd}─━]+$/u;

const segmenters = {
	character: new Intl.Segmenter('en', { granularity: 'grapheme' }),
	word: new Intl.Segmenter('en', { granularity: 'word' }),
	sentence: new Intl.Segmenter('en', { granularity: 'sentence' }),
};

/** What stays in one message if it is not too long: code blocks, and links outside of them. */
function unbroken(text: string, most: number): Cut[] {
	const blocks: Cut[] = [];
	let open: { start: number; fence: string } | undefined;
	const close = (end: number) => {
		if (open && end - open.start <= most) blocks.push([open.start, end]);
		open = undefined;
	};
	for (const { 1: indent = '', 2: fence = '', 3: rest = '', index } of text.matchAll(
		/^([ \t]*)(`{3,}|~{3,})([^\n]*)$/gm,
	)) {
		const start = index + indent.length;
		if (!open) open = { start, fence };
		else if (fence.startsWith(open.fence) && rest.trim() === '') close(start + fence.length);
	}
	close(text.trimEnd().length);
	const all = blocks.map(([start, end]) => [start, end] as Cut);
	let at = 0;
	for (const { 0: link, index } of text.matchAll(links)) {
		while ((blocks[at]?.[1] ?? Infinity) <= index) at++;
		if (link.length <= most && index < (blocks[at]?.[0] ?? Infinity))
			all.push([index, index + link.length]);
	}
	return all.sort(([one], [other]) => one - other);
}

/** Cuts one text. Positions are those of the text. */
class Cutter {
	private readonly unbroken: Cut[];

	constructor(
		private readonly text: string,
		private readonly most: number,
	) {
		this.unbroken = unbroken(text, most);
	}

	/** What must not be cut at a place between two positions. */
	private around([end, next]: Cut): Cut | undefined {
		let [low, high] = [0, this.unbroken.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.unbroken[middle] as Cut)[0] < next) low = middle + 1;
			else high = middle;
		}
		const before = this.unbroken[low - 1];
		return before && end < before[1] ? before : undefined;
	}

	private skipped(from: number): number {
		const spaces = /\s*/y;
		spaces.lastIndex = from;
		return from + (spaces.exec(this.text)?.[0].length ?? 0);
	}

	/** The ends of paragraphs: empty lines outside of code blocks. */
	paragraphs(): Cut[] {
		const text = this.text.trimEnd();
		const empty = [...text.matchAll(/\n[^\S\n]*\n\s*/g)];
		const cuts = empty
			.map(({ 0: { length }, index }): Cut => [index, index + length])
			.filter((cut) => !this.around(cut));
		return cuts.filter(([end, next], at) => {
			const isDividerNext = cuts[at + 1] === undefined && divider.test(text.slice(next));
			return !isDividerNext && !divider.test(text.slice(cuts[at - 1]?.[1] ?? 0, end));
		});
	}

	/** The pieces of the text between two positions. Each is as long as possible. */
	pieces(from: number, to: number): string[] {
		const pieces: string[] = [];
		let start = this.skipped(from);
		const end = from + this.text.slice(from, to).trimEnd().length;
		let indent = 0;
		while (start < end) {
			const first = start - indent;
			const [last, next] = end - first <= this.most ? [end, end] : this.cut(first, start);
			pieces.push(this.text.slice(first, last));
			const between = this.text.slice(last, next);
			// The first line of a list or of code keeps its place.
			const lineStart = between.lastIndexOf('\n') + 1;
			indent = lineStart > 0 ? between.length - lineStart : 0;
			if (indent > this.most / 2) indent = 0;
			start = next;
		}
		return pieces;
	}

	/** The last paragraph, line, sentence or word that fits. @param start of what is not white space */
	private cut(first: number, start: number): Cut {
		const limit = first + this.most;
		// A little more tells whether a character or a sentence ends at the limit.
		const window = this.text.slice(first, limit + 32);
		const characters = segmenters.character.segment(window);
		const isBetween = (at: number) =>
			at >= first + window.length || characters.containing(at - first)?.index === at - first;
		const fits = ([end, next]: Cut) =>
			end > start && end <= limit && isBetween(end) && isBetween(next) && !this.around([end, next]);
		const spaces = [...window.matchAll(/\s+/g)].map(({ 0: { length }, index }): Cut => {
			const end = first + index;
			return [end, index + length < window.length ? end + length : this.skipped(end)];
		});
		const lines = (count: number) =>
			spaces.findLast((cut) => this.text.slice(...cut).split('\n').length > count && fits(cut));
		/** The last end of a sentence or a word. */
		const last = (kind: 'sentence' | 'word', isEnd: (at: number) => boolean) => {
			const segments = segmenters[kind].segment(window);
			for (let at = this.most; ; at--) {
				at = segments.containing(at)?.index ?? 0;
				const next = first + at;
				if (next <= start) return undefined;
				const end = first + window.slice(0, at).trimEnd().length;
				if (isEnd(next) && fits([end, next])) return [end, next] as Cut;
			}
		};
		const isWithoutSpaces = (at: number) => withoutSpaces.test(this.text.slice(at - 1, at + 1));
		const byWord = [spaces.findLast(fits), last('word', isWithoutSpaces)].filter(
			(cut) => cut !== undefined,
		);
		return (
			lines(2) ??
			lines(1) ??
			last('sentence', () => true) ??
			byWord.sort(([one], [other]) => other - one)[0] ??
			this.cutAnywhere(first, start, isBetween)
		);
	}

	/** Within a word, if possible between two characters and not in a link. */
	private cutAnywhere(first: number, start: number, isBetween: (at: number) => boolean): Cut {
		const limit = first + this.most;
		const [whole = limit] = this.around([limit, limit]) ?? [];
		const from = whole > start ? whole : limit;
		let at = from;
		while (at > start && !isBetween(at)) at--;
		if (at === start) at = /[\uD800-\uDBFF]/.test(this.text[limit - 1] ?? '') ? limit - 1 : limit;
		return [first + this.text.slice(first, at).trimEnd().length, this.skipped(at)];
	}
}

/**
 * The messages that a text becomes: in order the text, apart from white space at the cuts. The same text always gives the
 * same ones, because a retry knows them by their number.
 */
export function piecesOf(text: string, { by, maxLength }: Split): string[] {
	const cutter = new Cutter(text, maxLength);
	if (by === 'length') return text.length <= maxLength ? [text] : cutter.pieces(0, text.length);
	const ends = [...cutter.paragraphs(), [text.length, text.length] as Cut];
	return ends.flatMap(([end], at) => cutter.pieces(ends[at - 1]?.[1] ?? 0, end));
}
