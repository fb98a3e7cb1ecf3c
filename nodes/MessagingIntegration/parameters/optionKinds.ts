// Tests: test/package/options.test.ts
import * as z from 'zod/v4';

import { refuses } from '../words/refusal';
import { words } from './check';
import { choice, type EditorField, field } from './editorFields';
import { numberWithin, optionalText } from './typedValues';

/** How the editor offers an option of each kind, and what it may hold. */

interface NumberKind<Without> {
	description: string;
	/** What holds without the option. */
	without: Without;
	/** Undefined: any number above 0. */
	least?: number;
	most?: number;
	isWhole?: boolean;
}

/**
 * @param displayName may end in a unit, in parentheses
 * @param added what the editor enters when the option is added
 */
export function number<Without extends number | undefined>(
	displayName: string,
	added: number,
	{ description, without, least, most, isWhole = true }: NumberKind<Without>,
) {
	const option = displayName.replace(/ \(.*/, '');
	const error = refuses('numberUnusable', { option, isWhole, least, most });
	const number = isWhole ? z.int({ error }) : z.number({ error });
	const above0 = least === undefined ? number.gt(0, { error }) : number;
	const rule = numberWithin(least ?? 0, most ?? Infinity, error, above0);
	const typeOptions = { minValue: least ?? 0, ...(most !== undefined && { maxValue: most }) };
	return {
		field: field('number', displayName, added, { typeOptions, description }),
		rule: rule.optional().transform((given) => given ?? without),
	};
}

/** One of some values; the first holds without the option. @param added what the editor enters when it is added */
export function chosen<Value extends string>(
	displayName: string,
	offered: Record<Value, string | [name: string, description: string]>,
	description: string,
	added: NoInfer<Value>,
) {
	const { field, rule } = choice(displayName, offered, { description }, 'option');
	return { field: { ...field, default: added }, rule: rule.default(field.default as never) };
}

/** A text; undefined if it is empty. */
export function text(displayName: string, more: Partial<EditorField>) {
	const rule = optionalText({ option: displayName }).transform((typed) => typed?.trim());
	return { field: field('string', displayName, '', more), rule, looks: words };
}
