import type { Message } from '../mailbox';
import { bubble } from './bubble';
import { clock } from './clock';
import type { Conversation } from './conversations';
import { button, element } from './element';
import { instanceName } from './instance-name';

/** Messages shown at first, and added by each "Show earlier". */
const step = 200;

/** One open conversation: the latest messages, the newest at the bottom and in sight unless one has scrolled up. */
export class ConversationView {
	readonly heading: HTMLElement;
	readonly root: HTMLElement;
	private readonly list = element('ol', { class: 'messages', 'aria-label': 'Messages' });
	private readonly earlier = button('Show earlier', () => this.showEarlier(), { class: 'more' });
	private readonly latest = button('New messages below', () => this.toBottom(), { class: 'latest', hidden: true });
	private readonly now = element('div', { class: 'now' });
	private readonly scroller: HTMLElement;
	/** Position of the first message shown, and the one after the last. */
	private first: number;
	private end: number;
	private hasEarlierOpen = false;
	/** Whether the newest shall stay in sight. */
	private isPinned = true;

	constructor(
		readonly conversation: Conversation,
		back: () => void,
	) {
		const { to, instanceId, messages } = conversation;
		this.end = messages.length;
		this.first = Math.max(0, this.end - step);
		this.list.append(...messages.slice(this.first).map(bubble));
		this.heading = element('h2', { tabindex: '-1' }, element('bdi', {}, to));
		this.scroller = element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Messages of this conversation' }, this.earlier, this.list, this.now);
		this.scroller.addEventListener('scroll', () => {
			this.isPinned = this.isAtBottom();
			if (this.isPinned) this.latest.hidden = true;
		});
		// A picture that loads late must not push the newest out of sight.
		this.list.addEventListener('load', () => this.keepBottom(), true);
		this.root = element(
			'section',
			{ class: 'conversation' },
			element(
				'div',
				{ class: 'title' },
				button('Back', back, { class: 'back quiet', 'aria-label': 'Back to the conversations' }),
				element('div', {}, this.heading, element('p', { class: 'about' }, 'through ', element('bdi', {}, instanceName(instanceId)))),
			),
			this.scroller,
			this.latest,
		);
	}

	/** Adds what has come since the last time. @returns those messages */
	update(): Message[] {
		const { messages, isTyping, readAt } = this.conversation;
		const added = messages.slice(this.end);
		this.end = messages.length;
		// Of a flood only what can be looked at is made.
		this.list.append(...added.slice(-step).map(bubble));
		if (added.length > step) this.first = this.end - step;
		if (added.length > step || (this.isPinned && !this.hasEarlierOpen)) this.dropOldest();
		this.earlier.hidden = this.first === 0;
		this.earlier.textContent = `Show earlier (${this.first.toLocaleString()} more)`;
		this.now.replaceChildren();
		if (readAt !== undefined) this.now.append(element('p', { class: 'about read' }, 'Read ', clock(readAt)));
		if (isTyping) this.now.append(typing());
		if (!this.isPinned && added.length > 0) this.latest.hidden = false;
		this.keepBottom();
		return added;
	}

	toBottom(): void {
		this.scroller.scrollTop = this.scroller.scrollHeight;
		this.latest.hidden = true;
	}

	private dropOldest(): void {
		while (this.list.childElementCount > step) this.list.firstElementChild?.remove();
		this.first = this.end - this.list.childElementCount;
	}

	private showEarlier(): void {
		const from = Math.max(0, this.first - step);
		const below = this.scroller.scrollHeight - this.scroller.scrollTop;
		this.list.prepend(...this.conversation.messages.slice(from, this.first).map(bubble));
		this.first = from;
		this.hasEarlierOpen = true;
		this.update();
		this.scroller.scrollTop = this.scroller.scrollHeight - below;
		if (this.earlier.hidden) this.scroller.focus();
	}

	private isAtBottom(): boolean {
		const { scrollHeight, scrollTop, clientHeight } = this.scroller;
		return scrollHeight - scrollTop - clientHeight < 120;
	}

	private keepBottom(): void {
		if (this.isPinned) this.toBottom();
	}
}

function typing(): HTMLElement {
	const dots = ['', '', ''].map(() => element('span', { class: 'dot', 'aria-hidden': 'true' }));
	return element('p', { class: 'bubble typing' }, element('span', { class: 'unseen' }, 'typing …'), ...dots);
}
