// Tests: test/unit/fileName.test.ts
import { extname } from 'node:path';

import { filetypeinfo } from 'magic-bytes.js';
import type { IBinaryData } from 'n8n-workflow';

import { endingsOfType, mime, unknownType } from '../n8n/files';
import type { MediaFile } from '../service/request';
import { optionOf } from './options';

/** Types that programs give to bytes they know nothing about, and what is no type: `image/*`, `jpg`. */
const saysNothing = (type = '') => /octet-stream|\*|^[^/]*$/i.test(type);

/** Endings that tables of types give to a type first. Hardly anybody writes them, so phones may not know them. */
const usual: Record<string, string> = {
	...{ adts: 'aac', mpga: 'mp3', oga: 'ogg', qt: 'mov', vcard: 'vcf', weba: 'webm' },
};

const absolute = /^(?:[a-z]:[\\/]|[\\/]|~[\\/]|[a-z]+:\/\/)/i;

function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** A name that people read: of an absolute path the last part, and no sign that leads to a folder or that nobody sees. */
function readable(given: string): string {
	const path = given.trim().replace(/^([^?]*\.\w{1,5})\?[^]*$/, '$1');
	const parts = path.split(/[\\/]/);
	const name = absolute.test(path) ? (parts.findLast((part) => part !== '') ?? '') : path;
	return decoded(name)
		.replaceAll('\t', ' ')
		.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '')
		.replace(/[\\/"]/g, '-')
		.trim();
}

/** A type without parameters but the codecs of a recording, by the name that all programs know. */
function plainType(type: string): string {
	const [bare = '', ...parameters] = type.split(';').map((part) => part.trim());
	const known = bare.toLowerCase().replace(/^image\/p?jpe?g$/, 'image/jpeg');
	return [known, ...parameters.filter((part) => /^codecs\b/i.test(part))].join('; ');
}

/**
 * Whether a name has an ending. What stands behind a full stop can be the rest of a name, as in "Dr. Smith", "Acme Inc." and
 * "12.05.2026". Of texts, and of types that nobody knows, there are endings that no table has.
 */
function hasEnding(name: string, type: string): boolean {
	const ending = extname(name);
	const canBeAny = type === unknownType || type === 'text/plain';
	return mime().getType(ending) !== null || (canBeAny && /^\.(?!\d+$)[^\s.]+$/.test(ending));
}

/** The type of a name's ending. For the library, a name without a full stop is one: "s" is a program, "text" a text. */
const typeOfEnding = (name: string) => mime().getType(extname(name));

/** Whether neither its type nor its ending says what a file is, so that its first bytes have to. */
export const isOfUnknownType = ({ mimeType, fileName = '' }: Partial<IBinaryData>) =>
	saysNothing(mimeType) && typeOfEnding(readable(fileName)) === null;

/** Whether first bytes are text. Its last letter may be cut. */
function isText(head: Uint8Array): boolean {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
		return !/[^\P{Cc}\t\n\r]/u.test(text);
	} catch {
		return false;
	}
}

/** The type that first bytes show, if they are no text and only one kind of file begins so. */
function typeInBytes(head: Uint8Array): string | undefined {
	if (isText(head)) return undefined;
	const types = filetypeinfo(head).flatMap(({ mime: type }) => type ?? []);
	return types.length === 1 || !types[0]?.startsWith('application/') ? types[0] : undefined;
}

/**
 * The name and the type of a file: its own, unless the options replace them. What is missing comes from the other one, and
 * the type at last from the first bytes.
 */
export function nameAndType(
	binary: Pick<IBinaryData, 'fileName' | 'fileExtension' | 'mimeType'>,
	options: Record<string, unknown>,
	head: () => Uint8Array | undefined = () => undefined,
): Pick<MediaFile, 'fileName' | 'mimeType'> {
	const given = readable(optionOf(options, 'fileName') ?? binary.fileName ?? '') || 'file';
	// `{{ $json.name }}.pdf` without a name.
	const name = given.startsWith('.') && mime().getType(given) !== null ? `file${given}` : given;
	const said = optionOf(options, 'mimeType') ?? binary.mimeType;
	const known = [said, typeOfEnding(name), mime().getType(binary.fileExtension ?? '')];
	const telling = known.find((type) => !saysNothing(type ?? ''));
	const mimeType = plainType(telling ?? typeInBytes(head() ?? new Uint8Array()) ?? unknownType);
	const [bare = ''] = mimeType.split(';');
	const ending = mimeType === unknownType ? undefined : endingsOfType(bare)[0];
	if (ending === undefined || hasEnding(name, mimeType)) return { fileName: name, mimeType };
	return { fileName: `${name.replace(/\.$/, '')}.${usual[ending] ?? ending}`, mimeType };
}
