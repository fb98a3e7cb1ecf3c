import type { Indication, Message } from '../mailbox';

/** Milliseconds for which a typing indication is shown: nothing tells when it ends. */
const typingLasts = 10_000;

export interface Conversation {
	key: string;
	instanceId: string;
	to: string;
	messages: Message[];
	/** Messages that came while another conversation was open. */
	unread: number;
	/** Rises with whatever happens last. */
	turn: number;
	/** Whether typing is shown now. */
	isTyping: boolean;
	/** ISO 8601, of the last read indication. */
	readAt?: string;
}

/** What has come in, by instance and recipient. */
export class Conversations {
	private all = new Map<string, Conversation>();
	private turn = 0;

	/** @param changed called when time alone changes something */
	constructor(private readonly changed: () => void) {}

	clear(): void {
		this.all.clear();
	}

	find(key: string): Conversation | undefined {
		return this.all.get(key);
	}

	/** Those whose recipient or instance holds the words, the last to change first. */
	matching(words: string): Conversation[] {
		const wanted = words.trim().toLowerCase();
		return [...this.all.values()]
			.filter(({ instanceId, to }) => `${to}\n${instanceId}`.toLowerCase().includes(wanted))
			.sort((one, other) => other.turn - one.turn);
	}

	accept(message: Message): Conversation {
		const conversation = this.touch(message.instanceId, message.to);
		conversation.messages.push(message);
		conversation.isTyping = false;
		return conversation;
	}

	/** An indication that names no recipient goes to all conversations of its instance. */
	indicate({ operation, instanceId, to, acceptedAt }: Indication): Conversation[] {
		const meant =
			to === undefined
				? [...this.all.values()].filter((conversation) => conversation.instanceId === instanceId)
				: [this.touch(instanceId, to)];
		for (const conversation of meant) {
			if (operation === 'read') conversation.readAt = acceptedAt;
			else this.showTyping(conversation);
		}
		return meant;
	}

	private showTyping(conversation: Conversation): void {
		const turn = ++this.turn;
		conversation.turn = turn;
		conversation.isTyping = true;
		setTimeout(() => {
			// Something newer has taken its place.
			if (conversation.turn !== turn) return;
			conversation.isTyping = false;
			this.changed();
		}, typingLasts);
	}

	private touch(instanceId: string, to: string): Conversation {
		const key = JSON.stringify([instanceId, to]);
		let conversation = this.all.get(key);
		if (!conversation) {
			conversation = { key, instanceId, to, messages: [], unread: 0, turn: 0, isTyping: false };
			this.all.set(key, conversation);
		}
		conversation.turn = ++this.turn;
		return conversation;
	}
}
