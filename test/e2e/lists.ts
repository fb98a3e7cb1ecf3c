import type { RealN8n } from './realN8n';

export interface Entry {
	to: string;
	text: string;
}

/** So many texts, each to a recipient of its own unless there are fewer of them. */
export function listOf(length: number, recipients = length): Entry[] {
	return Array.from({ length }, (_, at) => ({
		to: String(15550000000 + (at % recipients)),
		text: `message ${at}`,
	}));
}

/** The texts that the sandbox accepted, in order of arrival. */
export async function arrivedTexts({ sandbox }: RealN8n): Promise<string[]> {
	return (await sandbox.messages()).map(({ content }) => content.text ?? '');
}

/** How many texts there are twice or more. */
export function repeated(texts: string[]): number {
	return texts.length - new Set(texts).size;
}

/** Works on every entry, so many at a time. */
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
