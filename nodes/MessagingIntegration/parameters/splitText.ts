import * as z from 'zod/v4';

import { refuses } from '../service/inputError';
import { addressesIn, type Range, rangeOver } from './addresses';
import { codeBlocksIn } from './codeBlocks';
import { choices, entries, field, fixedCollection } from './editorFields';
import { inCollection, numberWithin, showsNothing } from './typedValues';

/** How a text becomes several messages. */
export interface Split {
	by: 'paragraphs' | 'length';
	/** The longest message, counted as JavaScript does. */
	maxLength: number;
}

const noSplit = refuses(
	'parameterUnusable',
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
					paragraphs: [
						'A Message per Paragraph',
						'At each empty line outside of code, and what is too long',
					],
					length: [
						'Only if Too Long',
						'A text that is too long, between two paragraphs where that is possible',
					],
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
type Cut = Range;

/** Scripts without a space between two words. */
export const withoutSpaces =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A link in Markdown: its words, which can be a picture, its address and its title. */
const markdownLink =
	/\[(?:[^[\]\n]|\[[^[\]\n]*\])*\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\)/g;

/** Models draw a line between two sections. It goes with the section after it: nobody sends such a line alone. */
const divider = /^[\s*_=\p{Pd}─━]+$/u;

const segmenters = {
	character: new Intl.Segmenter('en', { granularity: 'grapheme' }),
	word: new Intl.Segmenter('en', { granularity: 'word' }),
	sentence: new Intl.Segmenter('en', { granularity: 'sentence' }),
};

/** The time to find sentences and words grows with the square of a text, so each part of it is read by itself. */
const partLength = 256;
/** So much around a part tells whether a sentence or a word ends at its borders. */
const around = 32;

const isSpace = (sign = '') => /\s/.test(sign);

/** What stays in one message if it is not too long: code blocks, links in Markdown outside of them, and other addresses. */
function unbroken(text: string, most: number): Range[] {
	const links = text.matchAll(markdownLink);
	const lists: Range[][] = [
		codeBlocksIn(text).map(({ start, end }) => [start, end]),
		[...links].map(({ 0: { length }, index }) => [index, index + length]),
		addressesIn(text),
	];
	return lists.reduce<Range[]>((known, list) => {
		const others = list.filter(
			([start, end]) => end - start <= most && !rangeOver(known, start, end),
		);
		return [...known, ...others].sort(([one], [other]) => one - other);
	}, []);
}

/** Cuts one text. Positions are those of the text. */
class Cutter {
	private readonly unbroken: Range[];
	/** By part. */
	private readonly known = {
		sentence: new Map<number, Intl.Segments>(),
		word: new Map<number, Intl.Segments>(),
	};

	constructor(
		private readonly text: string,
		private readonly most: number,
	) {
		this.unbroken = unbroken(text, most);
	}

	/** What must not be cut at a place between two positions. */
	private around = ([end, next]: Cut) => rangeOver(this.unbroken, end, next);

	private skipped(from: number): number {
		const spaces = /\s*/y;
		spaces.lastIndex = from;
		return from + (spaces.exec(this.text)?.[0].length ?? 0);
	}

	/** Where a message begins: the first line of a paragraph, of a list or of code keeps its place. @param start of its words */
	private lineOf(start: number): number {
		let line = start;
		while (line > 0 && start - line <= this.most / 2) {
			if (this.text[line - 1] === '\n') return line;
			if (/\S/.test(this.text[line - 1] as string)) return start;
			line--;
		}
		return start - line <= this.most / 2 ? line : start;
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
		while (start < end) {
			const first = this.lineOf(start);
			const [last, next] = end - first <= this.most ? [end, end] : this.cut(first, start);
			const piece = this.text.slice(first, last);
			if (!showsNothing(piece)) pieces.push(piece);
			start = next;
		}
		return pieces;
	}

	/** Whether a place is between two characters. @param start of one before it */
	private isBetween(start: number, at: number): boolean {
		const [before, after] = [this.text.charCodeAt(at - 1), this.text.charCodeAt(at)];
		const isPlain = before < 0x300 && after < 0x300 && before !== 0x0d;
		return isPlain || at >= this.text.length || this.characterAt(start, at) === at;
	}

	/** Where the character around a place begins. @param start of one before it */
	private characterAt(start: number, at: number): number {
		let begin = at - 1;
		// A character begins with each letter from a to z, and each space.
		while (begin > start && !/[ -~]/.test(this.text[begin] as string)) begin--;
		begin = Math.max(begin, start);
		const characters = segmenters.character.segment(this.text.slice(begin, at + 32));
		return begin + (characters.containing(at - begin)?.index ?? 0);
	}

	/** The last paragraph, line, sentence or word that fits. @param start of what is not white space */
	private cut(first: number, start: number): Cut {
		const limit = first + this.most;
		const fits = ([end, next]: Cut) =>
			end > start &&
			end <= limit &&
			!this.around([end, next]) &&
			this.isBetween(start, end) &&
			this.isBetween(start, next);
		const [space, line, paragraph] = this.lastSpaces(start, limit, fits);
		return (
			paragraph ??
			line ??
			this.last('sentence', start, limit, fits) ??
			this.lastWord(space?.[1] ?? start, limit, fits) ??
			space ??
			this.cutAnywhere(start, limit)
		);
	}

	/** The last white space that fits, with at least none, one and two line ends in it. */
	private lastSpaces(start: number, limit: number, fits: (cut: Cut) => boolean): Cut[] {
		const found: Cut[] = [];
		let next = this.skipped(limit);
		while (next > start && !found[2]) {
			let end = next;
			while (end > start && isSpace(this.text[end - 1])) end--;
			const lines = this.text.slice(end, next).split('\n', 3).length - 1;
			if (end < next && !found[lines] && fits([end, next]))
				for (let at = 0; at <= lines; at++) found[at] ??= [end, next];
			next = end < next ? end : next - 1;
		}
		return found;
	}

	/** The sentences or words of a part of the text, and where its text begins. */
	private segmentsOf(kind: 'sentence' | 'word', part: number) {
		const begin = Math.max(0, part * partLength - around);
		const known = this.known[kind].get(part);
		const text = () => this.text.slice(begin, (part + 1) * partLength + around);
		const segments = known ?? segmenters[kind].segment(text());
		if (!known) this.known[kind].set(part, segments);
		return { segments, begin };
	}

	/** The last end of a word where no space is. */
	private lastWord(from: number, limit: number, fits: (cut: Cut) => boolean): Cut | undefined {
		const isEnd = (at: number) => withoutSpaces.test(this.text.slice(at - 1, at + 1));
		if (!withoutSpaces.test(this.text.slice(from, limit))) return undefined;
		return this.last('word', from, limit, (cut) => isEnd(cut[1]) && fits(cut));
	}

	/** The last end of a sentence or a word. */
	private last(
		kind: 'sentence' | 'word',
		from: number,
		limit: number,
		fits: (cut: Cut) => boolean,
	): Cut | undefined {
		let at = this.skipped(limit);
		while (at > from) {
			const part = Math.floor(at / partLength);
			const { segments, begin } = this.segmentsOf(kind, part);
			const { index = 0 } = segments.containing(at - begin) ?? {};
			const next = begin + index;
			if (next <= from) return undefined;
			let end = next;
			while (isSpace(this.text[end - 1])) end--;
			if (index > 0 && fits([end, next])) return [end, next];
			// What is in front of the first one is in the part before.
			at = index > 0 ? next - 1 : part * partLength - 1;
		}
		return undefined;
	}

	/** Within a word, if possible between two characters and not in a link. */
	private cutAnywhere(start: number, limit: number): Cut {
		const [whole = limit] = this.around([limit, limit]) ?? [];
		let at = this.characterAt(start, whole > start ? whole : limit);
		// Emojis of several can be cut between them, and no other character within a code point.
		if (at <= start) at = start + this.text.slice(start, limit).lastIndexOf('\u200d') + 1;
		if (at <= start) at = /[\uD800-\uDBFF]/.test(this.text[limit - 1] ?? '') ? limit - 1 : limit;
		const between = this.text.slice(start, at);
		return [start + between.trimEnd().length, this.skipped(at)];
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
