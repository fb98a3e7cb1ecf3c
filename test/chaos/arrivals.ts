import type { INodeExecutionData } from 'n8n-workflow';
import type { Message } from '../../dev/sandbox/control';
import type { FailedItem } from '../engine/engineOnSandbox';

interface Sent {
	to: string;
	text: string;
}

const textOf = ({ content }: Message) => String(content.text);

/** What the sandbox accepted, by the words of the messages, which no two items share. */
export class Arrivals {
	private readonly texts: string[];

	constructor(private readonly messages: Message[]) {
		this.texts = messages.map(textOf);
	}

	/** Words that arrived more than once. */
	twice(): string[] {
		return this.texts.filter((text, index) => this.texts.indexOf(text) !== index);
	}

	/** Words of items of which none arrived. */
	missing(items: Sent[]): string[] {
		const arrived = new Set(this.texts);
		return items.map(({ text }) => text).filter((text) => !arrived.has(text));
	}

	/** Messages that arrived at their recipient before one that stands before them in the input. */
	outOfOrder(items: Sent[]): string[] {
		const place = new Map(items.map(({ text }, index) => [text, index]));
		const latest = new Map<string, number>();
		return this.messages.flatMap((message) => {
			const index = place.get(textOf(message)) ?? -1;
			const before = latest.get(message.to) ?? -1;
			latest.set(message.to, Math.max(index, before));
			return index < before ? [textOf(message)] : [];
		});
	}

	/**
	 * Items whose output says what is not so: sent with an id nobody gave, sent though none arrived (where the answer
	 * was lost, it comes out without an id), or not sent though it was.
	 */
	untrue(items: Sent[], output: INodeExecutionData[]): string[] {
		const byId = new Map(this.messages.map((message) => [message.id, textOf(message)]));
		const arrived = new Set(this.texts);
		return items.flatMap(({ text }, index) => {
			const json = output[index]?.json ?? {};
			const { error, details } = json as unknown as Partial<FailedItem>;
			const isTrue =
				error === undefined
					? (typeof json.id === 'string' && byId.get(json.id) === text) ||
						(json.success === true && arrived.has(text))
					: details?.delivery === 'unknown' ||
						(details?.delivery === 'notSent' && !arrived.has(text));
			return isTrue ? [] : [`${text}: ${JSON.stringify(json)}`];
		});
	}
}

/** Words of the items in doubt, according to the output. */
export function inDoubt(items: Sent[], output: INodeExecutionData[]): string[] {
	return items.flatMap(({ text }, index) => {
		const { details } = (output[index]?.json ?? {}) as unknown as Partial<FailedItem>;
		return details?.delivery === 'unknown' ? [text] : [];
	});
}
