// Tests: test/engine/entered.test.ts
import type { IDataObject } from 'n8n-workflow';

import type { FieldsOfItem } from '../words/input';
import { quoted } from '../words/sentences';

/** The most fields that an error names. */
const most = 10;

/** As it can be written in an expression: the file of a table can have a sign that nobody sees in front of its first header. */
const written = (name: string) =>
	JSON.stringify(name).replace(
		/[^\S ]|[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu,
		(sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
	);

/** The names of the fields that an item has; undefined if the item is not known. */
export function fieldsOfItem(json: IDataObject | undefined): FieldsOfItem | undefined {
	if (json === undefined) return undefined;
	const names = Object.keys(json).map((name) => quoted(written(name)));
	return { names: names.slice(0, most), more: Math.max(names.length - most, 0) };
}
