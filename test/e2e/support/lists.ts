import type { RealN8n } from './realN8n';

export interface Entry {
	to: string;
	text: string;
}

/** `length` texts to `recipients` recipients in turn. */
export function listOf(length: number, recipients = length): Entry[] {
	return Array.from({ length }, (_, at) => ({
		to: String(4915100000000 + (at % recipients)),
		text: `message ${at}`,
	}));
}

/** The texts that the sandbox accepted, in order of arrival. */
export async function arrivedTexts({ sandbox }: RealN8n): Promise<string[]> {
	return (await sandbox.messages()).flatMap(({ content }) => content.text ?? []);
}

/** How many texts are repetitions of another. */
export function repeated(texts: string[]): number {
	return texts.length - new Set(texts).size;
}

/** Sends every entry, at most `atATime` at the same time. */
export async function sendToAll<Entry>(
	entries: Entry[],
	atATime: number,
	send: (entry: Entry) => Promise<void>,
): Promise<void> {
	const left = entries.values();
	const oneByOne = async () => {
		for (const entry of left) await send(entry);
	};
	await Promise.all(Array.from({ length: atATime }, oneByOne));
}
