import type { ContentType, SendRequest } from '../message';
import type { Message } from '../mailbox';
import { choicesIn } from './choices';
import { element } from './element';
import { fields } from './fields';
import { longText } from './long-text';
import { storedFile } from './media';

/** Fields that services usually give these types, the likeliest first. The reference shows none (part 2). */
const leads: Partial<Record<ContentType, string[]>> = {
	location: ['name', 'title', 'address'],
	contact: ['displayName', 'fullName', 'name'],
	poll: ['question', 'title', 'name', 'text'],
	buttons: ['text', 'title', 'body'],
	list: ['text', 'title', 'body'],
	reaction: ['emoji', 'reaction', 'text'],
};

/** What a message holds, for its bubble. What has no place of its own comes as a list of fields. */
export function content(message: Message): Node[] {
	const { type, text, media, ...rest } = message.content;
	if (type === 'text') return [longText(text ?? ''), ...further(rest, { media })];
	if (['image', 'video', 'audio', 'document'].includes(type) && media) return [...mediaContent(message, media), ...further(rest, { text })];

	const given: Record<string, unknown> = { ...rest, ...(text !== undefined && { text }), ...(media !== undefined && { media }) };
	const lead = leads[type]?.find((name) => typeof given[name] === 'string' && given[name] !== '');
	const shown: Node[] = [];
	if (lead !== undefined) {
		shown.push(longText(String(given[lead]), `lead ${type}`));
		delete given[lead];
	}
	const choices = choicesIn(type, given);
	if (choices) {
		shown.push(choices.list);
		delete given[choices.field];
	}
	if (Object.keys(given).length > 0) shown.push(fields(given));
	return shown.length > 0 ? shown : [element('p', { class: 'about' }, 'No fields')];
}

function mediaContent({ content: { type }, file }: Message, media: NonNullable<SendRequest['content']['media']>): Node[] {
	const { url, storageRef, caption, ...rest } = media;
	const shown: Node[] = [];
	if (storageRef !== undefined) shown.push(storedFile(type, storageRef, file));
	// Never loaded, and no link either: looking at the page tells nobody anything.
	if (url !== undefined) shown.push(element('p', { class: 'url' }, element('span', { class: 'about' }, 'From the URL'), element('bdi', {}, url)));
	if (caption) shown.push(longText(caption, 'caption'));
	return [...shown, ...further(rest)];
}

function further(...parts: Record<string, unknown>[]): Node[] {
	const given = Object.entries(Object.assign({}, ...parts) as object).filter(([, value]) => value !== undefined);
	return given.length === 0 ? [] : [fields(Object.fromEntries(given))];
}
