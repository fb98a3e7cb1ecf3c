const longestWords = 300;

/**
 * Foreign words as they may stand in a sentence of ours: one line, readable in length, and without the
 * angle brackets that n8n's editor would take for markup.
 */
export function quoted(words: string): string {
	const line = words.replace(/\s+/g, ' ').trim().replaceAll('<', '‹').replaceAll('>', '›');
	const letters = [...line];
	return letters.length <= longestWords ? line : `${letters.slice(0, longestWords).join('')}…`;
}
