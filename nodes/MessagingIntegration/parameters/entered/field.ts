import { isConstant, type Parameters } from '../../n8n/parameters';
import type { Hint } from '../../service/request';
import { quoted } from '../../service/sentences';

/** A field of an item. */
export interface Field {
	parameters: Parameters;
	itemIndex: number;
	/** The names that lead to it: `options.fileName`. */
	path: string;
	/** As in: the parameter "Text". */
	title: string;
	/** As it was entered: an expression begins with "=". */
	saved: string;
	value: unknown;
}

/** Throws an error, or notes a hint, if something is wrong with a field. */
export type Rule = (field: Field) => void;

/** The texts of a field that its author typed. */
export const typedIn = ({ parameters, saved }: Field) =>
	isConstant(saved) ? [saved] : parameters.parts(saved).texts;

/** Notes a hint: what the author typed is in all items, what an expression gave in this one. */
export const noteOn = ({ parameters, itemIndex, saved }: Field, about: Hint) =>
	parameters.note(isConstant(saved) ? 'all' : itemIndex, about);

/** What a part of a text gave, as n8n writes it into the text: nothing for a missing value. A letter makes it a text. */
export const written = ({ parameters, itemIndex }: Field, code: string) =>
	String(parameters.value(`=x${code}`, itemIndex)).slice(1);

/** The value of a part, which tells whether it is a number or an object. */
export function valueOf({ parameters, itemIndex }: Field, code: string): unknown {
	try {
		return parameters.value(`=${code}`, itemIndex);
	} catch {
		return undefined;
	}
}

/** Whether a part is a function: n8n writes its source. */
export function isFunction({ parameters, itemIndex }: Field, code: string, part: string): boolean {
	if (!/\)\s*\{|=>|^class\b/.test(part)) return false;
	try {
		const type = parameters.value(`={{ typeof (${code.slice(2, -2)}) }}`, itemIndex);
		return type === 'function';
	} catch {
		return false;
	}
}

export const adviceOnFunction = (code: string) =>
	`It is a function. Put () behind its name: ${quoted(`${code.slice(0, -2).trimEnd()}() }}`)}.`;
