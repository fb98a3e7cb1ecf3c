import { isObject } from '../service/json';
import { quoted } from '../service/sentences';
import type { Parameters } from '../n8n/parameters';

const most = 10;

/** White space, and signs that nobody sees, as the file of a table can have in front of its first header. */
const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu;
const alike = (name: string) => name.normalize('NFKC').replace(unseen, '').toLowerCase();

/** As it can be written in an expression. */
const written = (name: string) =>
	JSON.stringify(name).replace(
		/[^\S ]|[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu,
		(sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
	);

const step = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${written(name)}]`);

const reads = /\$json((?:\??\.[A-Za-z_]\w*|\[\s*(?:"[^"\n]*"|'[^'\n]*')\s*\])+)/;
const steps = /\.([A-Za-z_]\w*)|\[\s*(?:"([^"\n]*)"|'([^'\n]*)')\s*\]/g;

/** The field that is most likely meant: one of almost this name, also within another field, as in the body of a webhook. */
function meantIn(holder: Record<string, unknown>, wanted: string): string[] | undefined {
	const named = (fields: object) => Object.keys(fields).find((one) => alike(one) === alike(wanted));
	const own = named(holder);
	if (own !== undefined) return [own];
	for (const [name, fields] of Object.entries(holder)) {
		const inside = isObject(fields) ? named(fields) : undefined;
		if (inside !== undefined) return [name, inside];
	}
	return undefined;
}

const valueAt = (holder: unknown, path: string[]) =>
	path.reduce((value, name) => (isObject(value) ? value[name] : undefined), holder);

/** What to do if a field that an expression names is not in the item: the field that is meant, or all that there are. */
export function adviceOnField(
	parameters: Parameters,
	itemIndex: number,
	code: string,
): string | undefined {
	const path = [...(reads.exec(code)?.[1] ?? '').matchAll(steps)].map(
		([, ...forms]) => forms.find((name) => name !== undefined) ?? '',
	);
	let holder: unknown = parameters.json(itemIndex);
	let known = '$json';
	for (const [at, wanted] of path.entries()) {
		if (!isObject(holder)) return undefined;
		if (Object.hasOwn(holder, wanted)) {
			holder = holder[wanted];
			known += step(wanted);
			continue;
		}
		const meant = meantIn(holder, wanted);
		if (meant !== undefined) {
			const whole = [...meant, ...path.slice(at + 1)];
			const there = valueAt(holder, whole) === undefined ? meant : whole;
			return `Do you mean {{ ${known}${there.map(step).join('')} }}?`;
		}
		const names = Object.keys(holder).map((name) => quoted(written(name)));
		const what = known === '$json' ? 'The item' : `{{ ${known} }}`;
		if (names.length === 0) return `${what} has no fields.`;
		const more = names.length > most ? ` and ${names.length - most} more` : '';
		return `${what} has these fields: ${names.slice(0, most).join(', ')}${more}.`;
	}
	return undefined;
}
