import { extname } from 'node:path';

import type { IBinaryData } from 'n8n-workflow';

import { endingsOfType, mime, unknownType } from '../n8n/files';
import { type EnteredParts, partsIn } from '../n8n/plainFields';
import type { MediaFile } from '../service/request';
import { mediaTypeIn, saysNothing, typeInBytes } from './beginsAsOther';
import { optionOf } from './options';
import { readableName } from './readableName';

/** Endings of bytes of which nobody knew more, and of the programs of a server that made them. */
const noEnding = /\.(?:bin|tmp|php|aspx?|ashx|jsp|cgi)$/i;

/** Types that programs give to what they do not know, and servers to what their programs gave. */
const perhapsNoText = /^(?:text|multipart)\/|^application\/json\b/i;

/** The kinds of files that programs open by the ending, and whose first bytes are certain: pictures and PDFs. */
const pictureOrPdf = (type = '') => /^image\/|\bpdf\b/i.exec(type)?.[0].toLowerCase();

/** Endings that tables of types, and n8n, give to a type first. Hardly anybody writes them, so phones may not know them. */
const usual = new Map([
	['adts', 'aac'],
	['mpga', 'mp3'],
	['oga', 'ogg'],
	['qt', 'mov'],
	['vcard', 'vcf'],
	['weba', 'webm'],
]);

/** The ending of a type, which can have parameters: `audio/ogg; codecs=opus`. */
function endingOf(type: string): string | undefined {
	const [bare = ''] = type.toLowerCase().split(';');
	return type === unknownType ? undefined : endingsOfType(bare.trim())[0];
}

/**
 * Whether a text is an ending. What stands behind a full stop can be the rest of a name, as in "Dr. Smith", "Acme Inc.",
 * "1.Mahnung" and "12.05.2026". Of texts, and of types that nobody knows, there are endings that no table has.
 */
function isExtension(text: string, type: string): boolean {
	const canBeAny = type === unknownType || type.startsWith('text/plain');
	return mime().getType(text) !== null || (canBeAny && /^\.(?!\d+$)[^\s.]+$/.test(text));
}

/**
 * What somebody enters can have a date or the number of an invoice, in which a slash leads to no folder. In front of a
 * path, nobody writes words, as in `Invoice {{ $json.number }}`.
 */
function withoutSlashes(entered: string, { texts }: EnteredParts): string {
	const [first = '', last = ''] = [texts[0]?.trimStart(), texts.at(-1)?.trimEnd()];
	const given = entered.slice(first.length, last === '' ? undefined : -last.length);
	const isName =
		texts.length > 1 &&
		/[\p{L}\p{N}]/u.test(first) &&
		!/[\\/]/.test(texts.join('')) &&
		!/^(?:[\\/.~]|[a-z]+:)/i.test(given) &&
		mime().getType(extname(given)) === null;
	return entered.replace(isName ? /[\\/]/g : /(?<=\d)[\\/](?=\d)|[\\/](?= )/g, '-');
}

/**
 * If the extension or the type of a file is missing, it is derived from the other, or from its first bytes. The options may
 * replace both.
 * @param name the option "File Name" as it was entered
 */
export function nameAndType(
	binary: Pick<IBinaryData, 'fileName' | 'fileExtension' | 'mimeType'>,
	options: Record<string, unknown>,
	head: Uint8Array = new Uint8Array(),
	name = partsIn(undefined),
): Pick<MediaFile, 'fileName' | 'mimeType'> {
	const entered = optionOf(options, 'fileName');
	const given = entered === undefined ? binary.fileName : withoutSlashes(entered, name);
	const readable = readableName(given ?? '').trim();
	// `{{ $json.name }}.pdf` without a name.
	const isEnding = /^\.[^.]+$/.test(readable) && mime().getType(readable) !== null;
	const fileName = isEnding ? `file${readable}` : readable || 'file';
	const ownType = optionOf(options, 'mimeType');
	const { fileExtension = '' } = binary;
	const types = [binary.mimeType, mime().getType(fileName), mime().getType(fileExtension)];
	const said = types.find((type) => type && !saysNothing.test(type));
	const shown = mediaTypeIn(head);
	const isShown = shown !== undefined && (!said || perhapsNoText.test(said));
	const mimeType = ownType ?? (isShown ? shown : said) ?? typeInBytes(head) ?? unknownType;
	const isMedia = shown !== undefined && !perhapsNoText.test(mimeType);
	/** Whether an ending says nothing, or says of a medium that it is a text. */
	const isWrong = (one: string) =>
		noEnding.test(one) || (isMedia && perhapsNoText.test(mime().getType(one) ?? ''));
	const kind = pictureOrPdf(shown);
	/** Whether an ending is of another kind. A PDF that is called "Vertrag.docx" is broken for Word. */
	const isOther = (one: string) =>
		kind !== undefined &&
		kind === pictureOrPdf(mimeType) &&
		kind !== pictureOrPdf(mime().getType(one) ?? undefined);
	const fits = (one: string) => isExtension(one, mimeType) && !isOther(one);
	const savedEnding = `.${fileExtension}`;
	const canBe = ownType === undefined && (mimeType === unknownType || !isWrong(savedEnding));
	const known = canBe && fits(savedEnding) ? fileExtension : '';
	const ending = known || endingOf(mimeType);
	const extension = usual.get(ending ?? '') ?? ending;
	if (!extension) return { fileName, mimeType };
	const own = extname(fileName);
	const named = isWrong(own) ? fileName.slice(0, -own.length) : fileName;
	const isComplete = fits(extname(named));
	// A full stop at the end becomes that of the ending.
	const completed = `${named.replace(/(?<=[^.])\.$/, '')}.${extension}`;
	return { fileName: isComplete ? named : completed, mimeType };
}
