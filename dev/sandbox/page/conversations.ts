import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { instances } from '../accounts';
import type { AttachedFile, Message } from '../message';

/** How many conversations are shown, and how many messages of each, unless a filter asks for more of them. */
const most = 20;
const few = 10;

export const counted = (count: number, what: string) =>
	`${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`;

/**
 * The messages by instance and recipient; the conversation with the newest message comes first.
 * @param filter in lower case; only messages that contain it are shown
 */
export function conversations(messages: Message[], filter: string) {
	const wanted = messages.filter(({ to, content, file }) =>
		JSON.stringify([to, content, file?.fileName]).toLowerCase().includes(filter),
	);
	const all = Map.groupBy(wanted.toReversed(), ({ instanceId, to }) =>
		JSON.stringify([instanceId, to]),
	);
	return [
		repeat(
			[...all].slice(0, most),
			([key]) => key,
			([, own]) => conversation(own, filter ? own.length : few),
		),
		all.size === 0 ? html`<article>No message contains this.</article>` : nothing,
		earlier(all.size - most, 'conversation'),
	];
}

const earlier = (count: number, what: string) =>
	count > 0
		? html`<small>${counted(count, `earlier ${what}`)}: filter to see more</small>`
		: nothing;

/** @param messages newest first */
function conversation(messages: Message[], shown: number) {
	const { to = '', instanceId } = messages[0] ?? {};
	const instance = instances.find(({ id }) => id === instanceId);
	const mark = html`<mark title="The service's reference shows only digits as recipients."
		>not only digits</mark
	>`;
	return html`
		<article>
			<h2><bdi>${to || 'No recipient'}</bdi> ${/^\d*$/.test(to) ? nothing : mark}</h2>
			<small>${instance?.name}</small> ${earlier(messages.length - shown, 'message')}
			<ol aria-label="Messages to ${to}">
				${repeat(
					messages.slice(0, shown).toReversed(),
					({ id }) => id,
					(message) =>
						html`<li>
							${contentOf(message)}
							<small>${new Date(message.acceptedAt).toLocaleTimeString()}</small>
						</li>`,
				)}
			</ol>
		</article>
	`;
}

/** Text, file and caption of a message; names and values of everything else, for which the service's reference shows no fields. */
function contentOf({ content, file }: Message) {
	const { type, text, media, ...others } = content;
	if (type === 'typing') return html`<em>typing…</em>`;
	if (type === 'read') return html`<em>marked as read</em>`;
	if (type === 'text') return [words(text), fields({ media, ...others })];
	const kind = html`<small>${type}</small>`;
	if (!media || !/^(image|video|audio|document)$/.test(type))
		return [kind, fields({ ...content, type: undefined })];
	const { url, storageRef, caption, ...more } = media;
	const stored = storageRef === undefined ? nothing : storedFile(type, storageRef, file);
	// Files elsewhere are not loaded, so that opening this page contacts no other server.
	return [kind, stored, words(url), words(caption), fields({ text, ...more, ...others })];
}

const words = (text?: string) =>
	text === undefined ? nothing : html`<p dir="auto">${withLinks(text)}</p>`;

/** Names and values; lists inside them as lists. Deeper than anybody reads, as JSON. */
function fields(value: unknown, levels = 6): unknown {
	if (typeof value !== 'object' || value === null || levels === 0)
		return html`<span
			>${withLinks(typeof value === 'string' ? value : JSON.stringify(value))}</span
		>`;
	if (Array.isArray(value))
		return html`<ul dir="auto">
			${value.map((entry) => html`<li>${fields(entry, levels - 1)}</li>`)}
		</ul>`;
	const given = Object.entries(value).filter(([, entry]) => entry !== undefined);
	if (given.length === 0) return nothing;
	return html`<dl dir="auto">
		${given.map(
			([name, entry]) =>
				html`<div>
					<dt>${name}:</dt>
					<dd>${fields(entry, levels - 1)}</dd>
				</div>`,
		)}
	</dl>`;
}

/** A text with its web addresses as links. Each link opens exactly the address that it shows. */
function withLinks(text: string) {
	// split() returns what the group matched at odd indexes. Punctuation after an address is not part of it.
	return text
		.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}])/i)
		.map((piece, place) =>
			place % 2 === 0 || !URL.canParse(piece)
				? piece
				: html`<a href=${piece} target="_blank" rel="noreferrer">${piece}</a>`,
		);
}

/** Shows a picture, video or sound; offers any other file, and what the browser cannot show, as a download. */
function storedFile(type: string, storageRef: string, file?: AttachedFile) {
	const src = `/_sandbox/media?ref=${encodeURIComponent(storageRef)}`;
	const name = file?.fileName || 'file without a name';
	const about = file ? ` (${file.mimeType}, ${file.size.toLocaleString()} bytes)` : '';
	const link = html`<a href=${src} download=${name}>Download ${name}${about}</a>`;
	if (!file?.mimeType.startsWith(`${type}/`)) return link;
	// The link after it appears instead of it.
	const fail = ({ currentTarget }: Event) => ((currentTarget as HTMLElement).hidden = true);
	const label = `${type} ${name}`;
	const kinds = {
		image: html`<img src=${src} alt="Picture ${name}" @error=${fail} />`,
		video: html`<video src=${src} controls aria-label=${label} @error=${fail}></video>`,
		audio: html`<audio src=${src} controls aria-label=${label} @error=${fail}></audio>`,
	};
	return [kinds[type as keyof typeof kinds], link];
}
