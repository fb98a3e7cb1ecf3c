// Tests: test/engine/questionForms.test.ts
import { refusal } from '../words/refusal';
import { largestForm } from '../n8n/resumeLink';
import { binaryName, type FormField, longestText } from '../question/fields';

/** Elements in which a person writes or ticks nothing. */
export const withoutText = ['file', 'hiddenField'];

/** Whether n8n takes back whatever a person can enter: an entry for each checkbox and other field, and the button. */
function fitsN8n(fields: FormField[]): boolean {
	// A character has at most three bytes, and a line break has two.
	const written = fields.filter(({ type }) => !withoutText.includes(type));
	const sizes = written.flatMap(({ type, options }) =>
		type === 'checkbox' ? options.map((option) => Buffer.byteLength(option)) : 3 * longestText,
	);
	const bytes = sizes.reduce((sum, size) => sum + size, 'send'.length);
	return sizes.length < largestForm.entries && bytes <= largestForm.bytes;
}

/** The first name that is there a second time. */
function firstRepeated(names: string[]): string | undefined {
	const before = new Set<string>();
	return names.find((name) => before.size === before.add(name).size);
}

/** A name that the output would give to two fields. Several files of one are numbered: `Receipt_0`. */
function nameOfTwo(fields: FormField[]): string | undefined {
	const files = fields.filter(({ type }) => type === 'file').map((file) => binaryName(file));
	const known = new Set(files);
	const numbered = files.map((name) => name.replace(/_\d+$/, ''));
	return (
		firstRepeated(fields.map(({ name }) => name)) ??
		firstRepeated(files) ??
		numbered.find((name, at) => name !== files[at] && known.has(name))
	);
}

/** @throws Refusal unless the fields can be one form */
export function ensureWhole(fields: FormField[]): void {
	const twice = nameOfTwo(fields);
	if (twice !== undefined) throw refusal('formNameTwice', { name: twice });
	if (!fitsN8n(fields)) throw refusal('formTooLarge', { entries: largestForm.entries });
}
