import { endingsOfType, mime, type SentFile, unknownType } from '../n8n/files';
import { say, type Sentence } from './words';

/** What a MIME type can begin with, as far as endings of such types are known. */
const family = /^(?:application|audio|chemical|font|image|message|model|text|video|x-conference)$/;

const ending = /^(?:\.[\p{L}\p{M}\p{N}_+~-]+)+$/u;
/** The name of a file can be cut. */
const longestEnding = 40;

/** The endings of the files that an entry means, with all others of the same types: `.jpeg` and `.jpe` for `.jpg`. */
function endingsOf(entry: string): string[] {
	const named = entry.startsWith('.') ? [entry.slice(1)] : endingsOfType(entry);
	const same = named.flatMap((one) => {
		const type = one.includes('.') ? null : mime().getType(one);
		return type === null || type === unknownType ? [] : endingsOfType(type);
	});
	return [...new Set([...named, ...same])].map((one) => `.${one}`);
}

/** The entries in a text as a person writes it: empty if any file is accepted. */
export function entriesIn(text: string): string[] {
	const entries = text.split(/[\s,]+/).filter((one) => one !== '');
	if (entries.some((one) => /^(?:\*|\*\/\*|\*?\.\*)$/.test(one))) return [];
	return entries.map((one) => {
		const entry = one.toLowerCase().replace(/^\*\./, '.');
		if (family.test(entry)) return `${entry}/*`;
		return /^\w+$/.test(entry) && mime().getType(entry) ? `.${entry}` : entry;
	});
}

/** Whether an entry can match any file. */
export function canMatch(entry: string): boolean {
	if (!entry.includes('/')) return ending.test(entry) && entry.length <= longestEnding;
	const [kind = '', name = '', ...more] = entry.split('/');
	const isKnown = name === '*' || endingsOfType(entry).length > 0;
	return family.test(kind) && more.length === 0 && isKnown;
}

/** What a browser offers to choose: it may know a type by another name, and an ending as another type. */
export function offered(accept: string[]): string {
	return [...new Set([...accept, ...accept.flatMap(endingsOf)])].join(',');
}

const families: Record<string, Sentence> = {
	'image/*': 'images',
	'video/*': 'videos',
	'audio/*': 'audios',
};

/** The kinds of files in words: ".pdf, pictures". */
export function kindsOf(accept: string[], language: string): string {
	const kinds = accept.map((entry) => {
		const family = families[entry];
		const [ending] = entry.startsWith('.') ? [] : endingsOfType(entry);
		return family ? say(family, language) : ending === undefined ? entry : `.${ending}`;
	});
	return [...new Set(kinds)].join(', ');
}

/** Whether all files are of an accepted kind: by the ending of the name, or by that of the type. */
export function areAccepted(files: SentFile[], accept: string[]): boolean {
	const endings = accept.flatMap(endingsOf);
	const isAccepted = ({ name, mimeType }: SentFile) => {
		const ofType = mimeType === unknownType ? '' : `.${mime().getExtension(mimeType)}`;
		const types = [mimeType, mimeType.replace(/\/.*/, '/*')];
		return (
			accept.some((one) => types.includes(one)) ||
			endings.some((one) => name.toLowerCase().endsWith(one) || ofType === one)
		);
	};
	return accept.length === 0 || files.every(isAccepted);
}
