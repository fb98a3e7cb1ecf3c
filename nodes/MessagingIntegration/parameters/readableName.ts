/** A name that a header of a mail has in words such as `=?utf-8?B?TcO8bGxlci5wZGY=?=`. */
const mailWord = /=\?([\w-]+)(?:\*[\w-]*)?\?([BQ])\?([^?]*)\?=(?:\s+(?==\?))?/gi;

function decodedWord(whole: string, charset: string, way: string, text: string): string {
	const quotedPrintable = () =>
		text
			.replaceAll('_', ' ')
			.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
	const bytes =
		way.toUpperCase() === 'B'
			? Buffer.from(text, 'base64')
			: Buffer.from(quotedPrintable(), 'latin1');
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return whole;
	}
}

/** A name in UTF-8 that somebody read as Latin-1: `MÃ¼ller.pdf`. */
function readAgain(name: string): string {
	if (/[^\0-\xff]/.test(name) || !/[\xc2-\xf4][\x80-\xbf]/.test(name)) return name;
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
	} catch {
		return name;
	}
}

function withoutPercents(name: string): string {
	if (!/%[\da-f]{2}/i.test(name)) return name;
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** Signs that nobody sees: line breaks of a long header, and those that turn `gnp.exe` around. A tab is a space. */
const withoutHidden = (name: string) =>
	name.replaceAll('\t', ' ').replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '');

const lastPart = (path: string) => path.replace(/(?<![\\/])[\\/]+$/, '').replace(/^[^]*[\\/]/, '');

/**
 * The name of a file as people read it: the last part of a path or an address, decoded. It goes to the recipient, who is
 * to see no folders of a server.
 */
export function readableName(given: string): string {
	const decoded = readAgain(given.replace(mailWord, decodedWord));
	const name = decoded.replace(/^utf-8''/i, '').replace(/^"([^"]*)"/, '$1');
	// A name can have a question mark. In an address, it stands behind the ending, and no space or the name of a value follows.
	const withoutQuery = name.replace(/^([^?]*\.\w{1,5})\?(?:\S*\s*|[\w.-]+=[^]*)$/, '$1');
	return withoutHidden(lastPart(withoutPercents(lastPart(withoutQuery))));
}
