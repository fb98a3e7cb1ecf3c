import type { Message } from '../mailbox';
import { clock } from './clock';
import { content } from './content';
import { element } from './element';

/** A message as a list item. */
export function bubble(message: Message): HTMLLIElement {
	const { type } = message.content;
	const foot = element('p', { class: 'about' }, ...(type === 'text' ? [] : [type, ' · ']), clock(message.acceptedAt));
	return element('li', { class: 'bubble' }, ...content(message), foot);
}

/** A message in a few words: its text or caption, or else its type. */
export function summary({ content: { type, text, media } }: Message): string {
	const words = type === 'text' ? text : media?.caption;
	const short = typeof words === 'string' ? words.slice(0, 120) : '';
	return type === 'text' ? short : [`[${type}]`, short].filter(Boolean).join(' ');
}
