import * as z from 'zod/v4';

import { refuses } from '../words/refusal';
import { choices, entries, field, fixedCollection } from './editorFields';
import { linkAround, linksIn, type Range } from './links';
import { inCollection, numberWithin, showsNothing } from './typedValues';

/** How a text becomes several messages. */
export interface Split {
	by: 'paragraphs' | 'length';
	/** The longest message, counted as JavaScript does. */
	maxLength: number;
}

const noSplit = refuses('splitUnusable');

export const splitText = {
	field: fixedCollection('Split Text', {
		default: { values: { by: 'paragraphs', maxLength: 4096 } },
		description:
			'Makes several messages of a text. A retry continues with the message that failed.',
		options: entries({
			by: field('options', 'Split', 'paragraphs', {
				options: choices({
					paragraphs: ['A Message per Paragraph', 'At each empty line, and what is too long'],
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

const segmenters = {
	character: new Intl.Segmenter('en'),
	word: new Intl.Segmenter('en', { granularity: 'word' }),
	sentence: new Intl.Segmenter('en', { granularity: 'sentence' }),
};

/** Scripts without a space between two words. */
const withoutSpaces =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Behind a place, so much tells whether a sentence, a word or a character ends there. */
const lookahead = 256;

/** A part of a text that several messages are cut from, because to find sentences and links for each of them takes longer. */
class Part {
	private readonly segments = new Map<keyof typeof segmenters, Intl.Segments>();
	private readonly last = new Map<keyof typeof segmenters, Intl.SegmentData>();
	private links: Range[] | undefined;

	/** @param begin where it begins in the whole text @param most a longer link fits into no message */
	constructor(
		private readonly text: string,
		readonly begin: number,
		private readonly most: number,
	) {}

	/** Where the sentence, the word or the character around a place begins. The last one is kept: many places can be in it. */
	beginOf(kind: keyof typeof segmenters, at: number): { begin: number; isWord: boolean } {
		const place = at - this.begin;
		let last = this.last.get(kind);
		if (!last || place < last.index || place >= last.index + last.segment.length) {
			const segments = this.segments.get(kind) ?? segmenters[kind].segment(this.text);
			this.segments.set(kind, segments);
			last = segments.containing(place);
			if (last) this.last.set(kind, last);
		}
		return { begin: this.begin + (last?.index ?? 0), isWord: last?.isWordLike ?? false };
	}

	/** A place, or the beginning of the link around it. */
	beforeLink(at: number): number {
		const place = at - this.begin;
		if (/\s/.test(this.text[place - 1] ?? ' ')) return at;
		this.links ??= linksIn(this.text).filter(([from, to]) => to - from <= this.most);
		return this.begin + (linkAround(this.links, place)?.[0] ?? place);
	}
}

/** Where one message ends, and where the next one begins: between them is white space. */
type Cut = [end: number, next: number];

/** Cuts one text. Positions are those of the text. */
class Cutter {
	private part: Part | undefined;
	private partEnd = 0;

	constructor(
		private readonly text: string,
		private readonly most: number,
	) {}

	/** The messages, each as long as possible. */
	pieces(): string[] {
		const pieces: string[] = [];
		let start = this.lineWithin(0, this.behindSpace(0));
		while (start < this.text.length) {
			const isLast = this.text.length - start <= this.most;
			const [end, next] = isLast ? [this.text.length, this.text.length] : this.cut(start);
			pieces.push(this.text.slice(start, end));
			start = next;
		}
		return pieces;
	}

	/** The last paragraph, line, sentence or word that fits, or else character. @param start of a message */
	private cut(start: number): Cut {
		const words = this.behindSpace(start);
		const [space, line, paragraph] = this.lastSpaces(words, start + this.most);
		if (paragraph ?? line) return (paragraph ?? line) as Cut;
		const sentence = this.lastSentence(start);
		if (sentence > words) return this.cutAt(sentence);
		const word = this.lastWord(start);
		if (word > (space?.[1] ?? words)) return this.cutAt(word);
		return space ?? this.cutAt(this.lastCharacter(start, words));
	}

	/** Without the white space in front of a place. */
	private cutAt(at: number): Cut {
		let end = at;
		while (/\s/.test(this.text[end - 1] ?? '')) end--;
		return [end, this.behindSpace(at)];
	}

	private behindSpace(from: number): number {
		const spaces = /\s*/y;
		spaces.lastIndex = from;
		return from + (spaces.exec(this.text)?.[0].length ?? 0);
	}

	/** Where the line of some words begins: a paragraph, a list and code keep their indentation if it leaves room for words. */
	private lineWithin(from: number, words: number): number {
		const line = this.text.slice(from, words).lastIndexOf('\n') + 1 + from;
		return words - line <= this.most / 2 ? line : words;
	}

	/** The last white space that fits, with at least none, one and two line ends in it. @param from the first word */
	private lastSpaces(from: number, limit: number): Cut[] {
		const found: Cut[] = [];
		for (const { 0: spaces, index } of this.text.slice(from, limit + 1).matchAll(/\s+/g)) {
			const end = from + index;
			const words = end + spaces.length > limit ? this.behindSpace(end) : end + spaces.length;
			// An accent can stand on a space.
			if (/[\p{M}\u200d]/u.test(this.text[words] ?? '')) continue;
			const lines = this.text.slice(end, words).split('\n', 3).length - 1;
			const next = lines === 0 ? words : this.lineWithin(end, words);
			for (let at = 0; at <= lines; at++) found[at] = [end, next];
		}
		return found;
	}

	private partFrom(start: number): Part {
		const needed = Math.min(this.text.length, start + 2 * this.most + lookahead);
		if (this.part && needed <= this.partEnd) return this.part;
		this.partEnd = needed + 2 * this.most + 4096;
		this.part = new Part(this.text.slice(start, this.partEnd), start, this.most);
		return this.part;
	}

	/** The last beginning of a sentence that fits; that of the message if there is none. */
	private lastSentence(start: number): number {
		const part = this.partFrom(start);
		let at = Math.min(this.behindSpace(start + this.most), this.partEnd - 1);
		while (at > start) {
			const { begin } = part.beginOf('sentence', at);
			const before = part.beforeLink(begin);
			if (before === begin) return begin;
			at = before;
		}
		return start;
	}

	/** The last beginning of a word that fits where no space is; that of the message if there is none. */
	private lastWord(start: number): number {
		const part = this.partFrom(start);
		const { begin, isWord } = part.beginOf('word', start + this.most);
		const isEnd = isWord && withoutSpaces.test(this.text.slice(begin - 1, begin + 1));
		return isEnd && part.beforeLink(begin) === begin ? begin : start;
	}

	/** The last beginning of a character that fits. One that is longer than a message is cut between its code points. */
	private lastCharacter(start: number, words: number): number {
		const part = this.partFrom(start);
		const limit = start + this.most;
		const { begin } = part.beginOf('character', limit);
		const before = part.beforeLink(begin);
		if (before > words) return before;
		if (begin > words) return begin;
		return /[\uD800-\uDBFF]/.test(this.text[limit - 1] ?? '') ? limit - 1 : limit;
	}
}

/**
 * The messages that a text becomes: in order the text, apart from white space at the cuts. The same text always gives the
 * same ones, because a retry knows them by their number.
 */
export function piecesOf(text: string, { by, maxLength }: Split): string[] {
	if (by === 'length' && text.length <= maxLength) return [text];
	const paragraphs = by === 'length' ? [text] : text.split(/\n(?:[^\S\n]*\n)+/);
	return paragraphs
		.flatMap((paragraph) => new Cutter(paragraph.trimEnd(), maxLength).pieces())
		.filter((piece) => !showsNothing(piece));
}
