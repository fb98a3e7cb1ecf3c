// Tests: test/engine/entered.test.ts
import type { IExecuteFunctions } from 'n8n-workflow';

import { type ItemRequest, uploadOf } from '../service/request';
import { ofRun } from '../words/hints';
import { isHumanReview } from '../n8n/context';
import { partsIn } from '../n8n/plainFields';
import type { ReadItem } from './readItems';

/** A message that is to be sent. */
interface Message {
	item: number;
	request: ItemRequest['request'];
	file: unknown;
	text: string;
}

function* messagesIn(items: ReadItem[]): Generator<Message> {
	for (const { item, requests, cannot } of items) {
		if (cannot) continue;
		for (const one of requests) {
			const { request } = one;
			if (request.kind !== 'message') continue;
			const { text, media } = request.body.content as { text?: unknown; media?: unknown };
			const { caption } = Object(media) as { caption?: unknown };
			const words = text ?? caption;
			const file = uploadOf(one)?.file.identity;
			yield { item, request, file, text: typeof words === 'string' ? words : '' };
		}
	}
}

/** **Bold** words: exactly two stars on each side, in one line, not within a word such as `a**b**`. */
function hasBold(text: string): boolean {
	// The texts are at even places, the stars between them.
	const parts = text.split(/(\*+)/);
	return parts.some(
		(words, place) =>
			place % 2 === 0 &&
			parts[place - 1] === '**' &&
			parts[place + 1] === '**' &&
			/^\p{Script=Latin}/u.test(words) &&
			!words.includes('\n') &&
			!/[\p{L}\p{N}]$/u.test(parts[place - 2] ?? ''),
	);
}

/**
 * What models write: **bold**, ## headings, [links](https://…). Chats show it as it is. Only beside Latin letters: stars in
 * Chinese texts stand for digits that somebody hid.
 */
const hasMarkdown = (text: string) =>
	hasBold(text) || /^#{2,6} \p{Script=Latin}/mu.test(text) || /\[[^\][\n]+\]\(https?:/.test(text);

/** Typed into a field, a backslash and an n are two letters. In the path of a file, they are meant. */
const hasTypedN = (saved: unknown) =>
	typeof saved === 'string' &&
	(saved.startsWith('=') ? partsIn(saved).texts : [saved]).some(
		(typed) => typed.includes('\\n') && !/[A-Z]:\\|\\\\/i.test(typed),
	);

/** How many messages something is about, and the first of them. */
class Count {
	private count = 0;
	private first = 0;

	add(item: number): void {
		if (this.count === 0) this.first = item;
		this.count++;
	}

	/** What is said of it: nothing, if there is none. */
	said(words: (facts: { count: number; first: number }) => string): string[] {
		const { count, first } = this;
		return count === 0 ? [] : [words({ count, first })];
	}
}

/** The largest group of equal messages, if all messages go to one person: most often one is meant. */
function equalMessages(messages: Message[]): string[] {
	const [first, ...others] = messages;
	const to = first?.request.body?.to;
	if (others.length === 0 || others.some(({ request }) => request.body?.to !== to)) return [];
	// The pieces of a text, and the files of an item, belong together.
	const contents = new Map<number, string>();
	for (const { item, request, file } of messages) {
		const content = JSON.stringify([request.instanceId, request.body, file]);
		contents.set(item, (contents.get(item) ?? '') + content);
	}
	const groups = new Map<string, number[]>();
	for (const [item, content] of contents) {
		const group = groups.get(content);
		if (group) group.push(item);
		else groups.set(content, [item]);
	}
	const [most = []] = [...groups.values()].sort((one, other) => other.length - one.length);
	const [firstItem = 0] = most;
	return most.length < 2 ? [] : [ofRun.equalMessages({ count: most.length, first: firstItem })];
}

/** What users should know of the texts that are to be sent, each once, as a sentence. */
export function hintsAboutTexts(context: IExecuteFunctions, items: ReadItem[]): string[] {
	const { parameters } = context.getNode();
	const { markdown: isChosen } = Object(parameters.options) as { markdown?: unknown };
	// What a person reviews goes as it is.
	const asksForMarkdown = isChosen === undefined && !isHumanReview(context);
	const hasN = [parameters.text, parameters.caption, parameters.message].some(hasTypedN);
	const messages = [...messagesIn(items)];
	const [signs, typedN] = [new Count(), new Count()];
	for (const { item, text } of messages) {
		if (asksForMarkdown && hasMarkdown(text)) signs.add(item);
		if (hasN && text.includes('\\n')) typedN.add(item);
	}
	return [
		...equalMessages(messages),
		...signs.said(ofRun.signsOfMarkdown),
		...typedN.said(ofRun.typedN),
	];
}
