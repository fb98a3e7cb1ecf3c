// Tests: test/package/description.test.ts
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import * as z from 'zod/v4';

import { refusal } from '../words/refusal';
import type { Looks } from './check';

/** How the editor shows a parameter, an option, or an entry of either. Its name is the key of what holds it. */
export type EditorField = Omit<INodeProperties, 'name'>;

/** A parameter or an option: how the editor shows it, and what it may hold, with the sentences for what it may not. */
interface CheckedField<Rule extends z.ZodType = z.ZodType> {
	field: EditorField;
	rule: Rule;
	/** How what was entered is looked at. Without it, only whether an expression is one. */
	looks?: Looks;
}

type Choice = string | [name: string, description: string];

export function field(
	type: EditorField['type'],
	displayName: string,
	value: EditorField['default'],
	more?: Partial<EditorField>,
): EditorField {
	return { displayName, type, default: value, ...more };
}

/** A collection with nothing in it at first. */
export function fixedCollection(displayName: string, more: Partial<EditorField>): EditorField {
	return field('fixedCollection', displayName, {}, more);
}

/** Gives each field its key as the name that saved workflows use. */
export function named(fields: Record<string, EditorField>): INodeProperties[] {
	return Object.entries(fields).map(([name, one]) => ({ ...one, name }));
}

export function withName<Rule extends z.ZodType>(
	name: string,
	{ field, ...others }: CheckedField<Rule>,
) {
	return { field: { ...field, name }, ...others };
}

/** Gives each entry of a table its key as the name that saved workflows use. */
export function withNames<Table extends Record<string, CheckedField>>(table: Table) {
	const all = Object.entries(table).map(([name, entry]) => [name, withName(name, entry)]);
	return Object.fromEntries(all) as {
		[Name in keyof Table]: {
			field: INodeProperties;
			rule: Table[Name]['rule'];
			looks?: Looks;
		};
	};
}

/** What a field of the type `options` offers, by value: the names that people read, some with a description. */
export function choices(offered: Record<string, Choice>): INodePropertyOptions[] {
	return Object.entries(offered).map(([value, words]) => {
		const [name = '', description] = [words].flat();
		return { name, value, ...(description !== undefined && { description }) };
	});
}

/**
 * A parameter with some values to choose from. An expression can give one, too. The first is the default.
 */
export function choice<Value extends string>(
	displayName: string,
	offered: Record<Value, Choice>,
	more: Partial<EditorField> = {},
	is: 'parameter' | 'option' = 'parameter',
) {
	const values = Object.keys(offered) as Value[];
	const error = ({ input }: { input?: unknown }) => {
		const value = input ?? '';
		const given = typeof value === 'string' ? value : JSON.stringify(value);
		throw refusal('notAChoice', { field: { is, label: displayName }, given, values });
	};
	return {
		field: field('options', displayName, values[0], { options: choices(offered), ...more }),
		rule: z.enum(values, { error }),
	};
}

/** The entries of a fixed collection. Most have the names that n8n's own nodes give them. */
export function entries(
	fields: Record<string, EditorField>,
	displayName = 'Values',
	name = 'values',
): INodePropertyCollection[] {
	return [{ displayName, name, values: named(fields) }];
}

/** A field that the editor shows only if these values are chosen, besides its own. */
export function shownOnlyFor(
	chosen: Record<string, string[]>,
	{ displayOptions, ...others }: INodeProperties,
): INodeProperties {
	const show = { ...chosen, ...displayOptions?.show };
	return { ...others, displayOptions: { ...displayOptions, show } };
}
