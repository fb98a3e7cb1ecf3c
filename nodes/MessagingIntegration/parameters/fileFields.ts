import type { IDataObject } from 'n8n-workflow';

const naturally = new Intl.Collator('en', { numeric: true });

/**
 * What n8n adds to a name if a field has several files: forms `_0`, the Webhook node `0`, and `[0]` where the files are in
 * the json.
 */
const numberInSeries = /(?:_\d+|(?<![_\d])\d+|\[\d+\])$/;
const wholeNumber = /^(?:_?\d+|\[\d+\])$/;
const firstNumber = /(?:_?0|\[0\])$/;
/** What n8n's forms add. Without the `_`, "Photo2" is another field than "Photo". */
const numberOfForm = /(?:_\d+|\[\d+\])$/;
const numberings = [
	(stem: string, at: number) => `${stem}_${at}`,
	(stem: string, at: number) => `${stem}${at}`,
	(stem: string, at: number) => `${stem}[${at}]`,
];

/** Whether names are those of the files of one field with this name, all of them and in order. */
const isSeriesOf = (stem: string, names: string[]) =>
	numberings.some((numbered) => names.every((name, at) => name === numbered(stem, at)));

/** The pattern that takes all files with these names: `Pictures*` for `Pictures_0` and `Pictures_1`, or else `*`. */
export function patternFor(names: string[]): string {
	const [stem, ...others] = new Set(names.map((name) => name.replace(numberInSeries, '')));
	return others.length === 0 && stem ? `${stem}*` : '*';
}

/** What n8n's forms write about a file into the json, also after an expression turned it into text. */
export function isAboutFiles(given: unknown): boolean {
	if (Array.isArray(given)) return given.every(isAboutFiles);
	if (typeof given === 'string') return given.includes('[object Object]');
	return typeof given === 'object' && given !== null && 'mimetype' in given;
}

/** The names of an item's files, each with what the file is called. */
export type Files = Map<string, string | undefined>;

/** The name that n8n's forms give the file of a field with this label: `Your_pictures` for "Your pictures". */
const nameFor = (label: string) => label.replace(/\W/g, '_');

/**
 * The files that n8n's form describes in the json, by label. Several labels can give one name, such as any two of two
 * Chinese characters, and the later file replaces the other. So a description has a name only if the file there is called
 * as described, and no other description fits.
 */
export function describedFiles(json: IDataObject, files: Files) {
	const found = Object.entries(json).flatMap(([label, value]) =>
		(isAboutFiles(value) ? [value].flat() : []).map((about: unknown, at, { length }) => {
			const stem = nameFor(label);
			const { filename } = Object(about) as { filename?: string };
			const name = (length === 1 ? [stem, `${stem}_0`] : [`${stem}_${at}`]).find(
				(one) => files.has(one) && files.get(one) === filename,
			);
			return { label, about, name };
		}),
	);
	const names = found.map(({ name }) => name);
	const isOnly = (name?: string) => names.indexOf(name) === names.lastIndexOf(name);
	return found.map((one) => (isOnly(one.name) ? one : { ...one, name: undefined }));
}

/**
 * The files of a label without a description: one, or all of a series. None if they can be those of another field.
 * @param there the names of the files of fields without a description
 */
function namesOfLabel(label: string, there: string[]): string[] {
	// A page can post its files as "photos[]". n8n leaves the brackets out.
	const posted = label.replace(/\[\]$/, '');
	const name = nameFor(posted);
	const others = there.filter((one) => one !== name);
	const stems = [name, posted];
	const isNumbered = (one: string) =>
		stems.some((stem) => one.startsWith(stem) && wholeNumber.test(one.slice(stem.length)));
	const series = others.filter(isNumbered).sort(naturally.compare);
	const isSeries = stems.some((stem) => isSeriesOf(stem, series));
	if (!there.includes(name)) return isSeries ? series : [];
	// Foto_1 can be the second file of "Foto".
	const isOfOther = others.includes(name.replace(/_\d+$/, '_0'));
	return (isSeries && series.length > 1) || isOfOther ? [] : [name];
}

/** The files of an item that has only one, or only those of one field: `Photos_0`, `Photos_1`, … */
export function namesOfOnlyField(there: string[]): string[] | undefined {
	if (there.length === 1) return there;
	const names = there.toSorted(naturally.compare);
	const [first = ''] = names;
	// The name of the field can end in a digit, too: of "photo1", n8n makes photo10 and photo11.
	return isSeriesOf(first.replace(firstNumber, ''), names) ? names : undefined;
}

/**
 * The names of the fields that a person means: names, labels and patterns such as `Pictures*`, separated by commas, or
 * what dragging the field of a form gives, the form's description of its files.
 * @param json of the item
 * @returns each name once, as entered, and those of a pattern in natural order; what leads to no file as it is
 */
export function namesMeant(given: unknown, files: Files, json: IDataObject = {}): unknown[] {
	if (typeof given === 'string' ? files.has(given) : !isAboutFiles(given)) return [given];
	const described = describedFiles(json, files);
	if (typeof given !== 'string') {
		const text = JSON.stringify(given);
		const [one, another] = described.filter(({ about }) => JSON.stringify(about) === text);
		return [(another ? undefined : one?.name) ?? given];
	}
	const there = [...files.keys()];
	const stems = new Set(described.map(({ label }) => nameFor(label)));
	const others = there.filter(
		(name) => !stems.has(name) && !stems.has(name.replace(numberInSeries, '')),
	);
	const ofLabel = (label: string) =>
		Object.hasOwn(json, label) && isAboutFiles(json[label] ?? [])
			? described.filter((one) => one.label === label).map(({ name = '' }) => name)
			: namesOfLabel(label, others);
	const namesOf = (word: string) => {
		if (files.has(word)) return [word];
		const names = word.endsWith('*')
			? there.filter((name) => name.startsWith(word.slice(0, -1))).sort(naturally.compare)
			: ofLabel(word);
		return names.length === 0 || names.includes('') ? [word] : names;
	};
	const words = new Set(given.split(',').map((word) => word.trim()));
	const names = [...words].filter((word) => word !== '').flatMap(namesOf);
	// The label of a form's field can contain a comma.
	const whole = names.every((name) => files.has(name)) ? [] : namesOf(given.trim());
	return whole.some((name) => files.has(name)) ? whole : [...new Set(names)];
}

/** Whether a name or a pattern can mean a file of the field with this label. */
export const canMean = (wanted: string, label: string) =>
	[label, nameFor(label)].some((name) =>
		wanted.endsWith('*')
			? name.startsWith(wanted.slice(0, -1))
			: [wanted, wanted.replace(numberOfForm, '')].includes(name),
	);
