import { summary } from './bubble';
import type { Conversation, Conversations } from './conversations';
import { button, element, part } from './element';
import { instanceName } from './instance-name';

/** Conversations shown at first, and added by each "Show more". */
const step = 100;

/** The list at the side: one stop for the Tab key, arrows go up and down in it. */
export class ConversationList {
	private readonly list = part('conversation-list');
	private readonly filter = part('filter') as HTMLInputElement;
	private readonly more = button('Show more conversations', () => this.showMore(), { class: 'more' });
	private limit = step;

	constructor(
		private readonly conversations: Conversations,
		private readonly choose: (key: string) => void,
		private readonly draw: () => void,
	) {
		this.filter.addEventListener('input', () => {
			this.limit = step;
			this.draw();
		});
		this.list.addEventListener('keydown', (event) => this.move(event));
		this.list.after(this.more);
	}

	show(openKey: string | undefined): void {
		const all = this.conversations.matching(this.filter.value);
		const focused = this.focusedKey();
		const current = all.slice(0, this.limit);
		const stop = [focused, openKey].find((key) => current.some((conversation) => conversation.key === key)) ?? current[0]?.key;
		const items = current.map((conversation) => this.item(conversation, conversation.key === openKey, conversation.key === stop));
		if (items.length === 0) items.push(element('li', { class: 'about none' }, this.filter.value ? 'None found.' : 'None yet.'));
		this.list.replaceChildren(...items);
		this.more.hidden = all.length <= this.limit;
		if (focused !== undefined) this.buttons().find(({ dataset }) => dataset.key === focused)?.focus({ preventScroll: true });
	}

	focus(): void {
		this.buttons().find(({ tabIndex }) => tabIndex === 0)?.focus();
	}

	private item(conversation: Conversation, isOpen: boolean, isStop: boolean): HTMLLIElement {
		const { key, to, instanceId, messages, unread, isTyping } = conversation;
		const last = messages.at(-1);
		const preview = isTyping ? 'typing …' : last ? summary(last) : 'No messages yet';
		const made = button('', () => this.choose(key), {
			'data-key': key,
			tabindex: isStop ? '0' : '-1',
			...(isOpen && { 'aria-current': 'true' }),
		});
		made.append(
			element('bdi', { class: 'to' }, to),
			element('bdi', { class: 'through' }, instanceName(instanceId)),
			element('bdi', { class: isTyping ? 'preview typing' : 'preview' }, preview),
		);
		if (unread > 0) made.append(element('span', { class: 'unread' }, String(unread), element('span', { class: 'unseen' }, ' new')));
		return element('li', {}, made);
	}

	private showMore(): void {
		const next = this.limit;
		this.limit += step;
		this.draw();
		this.buttons()[next]?.focus();
	}

	private move(event: KeyboardEvent): void {
		const buttons = this.buttons();
		const at = buttons.findIndex(({ dataset }) => dataset.key === this.focusedKey());
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
		const next = to === undefined ? undefined : buttons[to];
		if (!next) return;
		event.preventDefault();
		for (const each of buttons) each.tabIndex = each === next ? 0 : -1;
		next.focus();
	}

	private buttons(): HTMLButtonElement[] {
		return [...this.list.querySelectorAll('button')];
	}

	private focusedKey(): string | undefined {
		const { activeElement } = document;
		return this.list.contains(activeElement) ? (activeElement as HTMLElement).dataset.key : undefined;
	}
}
