import type { INodeExecutionData } from 'n8n-workflow';
import type { Message } from '../../../dev/sandbox/sandboxControl';
import type { FailedItem } from '../../engine/support/engineOnSandbox';

interface Sent {
	to: string;
	text: string;
}

const textOf = ({ content }: Message) => String(content.text);

/** The messages that the sandbox accepted, identified by their texts. Each item has its own text. */
export class Arrivals {
	private readonly texts: string[];

	constructor(private readonly messages: Message[]) {
		this.texts = messages.map(textOf);
	}

	/** Texts that arrived more than once. */
	twice(): string[] {
		return this.texts.filter((text, index) => this.texts.indexOf(text) !== index);
	}

	/** Texts of items that did not arrive. */
	missing(items: Sent[]): string[] {
		const arrived = new Set(this.texts);
		return items.map(({ text }) => text).filter((text) => !arrived.has(text));
	}

	/** Texts of items that did not arrive, and that the output does not report as in doubt. */
	lost(items: Sent[], output: INodeExecutionData[]): string[] {
		const doubtful = new Set(inDoubt(items, output));
		return this.missing(items).filter((text) => !doubtful.has(text));
	}

	/**
	 * Items whose output is wrong: sent with an ID that the sandbox did not give, sent although it did not
	 * arrive (the output has no ID if the answer was lost), or not sent although it arrived.
	 */
	wrongOutputs(items: Sent[], output: INodeExecutionData[]): string[] {
		const byId = new Map(this.messages.map((message) => [message.id, textOf(message)]));
		const arrived = new Set(this.texts);
		return items.flatMap(({ text }, index) => {
			const json = output[index]?.json ?? {};
			const { error, details } = json as unknown as Partial<FailedItem>;
			const isRight =
				error === undefined
					? (typeof json.id === 'string' && byId.get(json.id) === text) ||
						(json.success === true && arrived.has(text))
					: details?.delivery === 'unknown' ||
						(details?.delivery === 'notSent' && !arrived.has(text));
			return isRight ? [] : [`${text}: ${JSON.stringify(json)}`];
		});
	}
}

/** Texts of the items that the output reports as in doubt. */
export function inDoubt(items: Sent[], output: INodeExecutionData[]): string[] {
	return items.flatMap(({ text }, index) => {
		const { details } = (output[index]?.json ?? {}) as unknown as Partial<FailedItem>;
		return details?.delivery === 'unknown' ? [text] : [];
	});
}
