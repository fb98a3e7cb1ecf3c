import { getProperty } from 'dot-prop';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
} from 'n8n-workflow';
import type * as z from 'zod/v4';

import { Refusal } from '../words/refusal';
import { type EnteredParts, partsIn, plainReader, type PlainReader } from './plainFields';

/**
 * Whether a saved parameter gives the same value for every item. n8n saves an expression as a text that starts
 * with "=".
 */
export function isConstant(saved: unknown): boolean {
	if (typeof saved === 'string') return !saved.startsWith('=');
	return typeof saved !== 'object' || saved === null || Object.values(saved).every(isConstant);
}

/**
 * The input items if `$json` means their json, otherwise none. In n8n 2.41.1 the input of a tool is what the model
 * wrote, but `$json` means the items of the agent (test/engine/asTool).
 */
export function itemsOfJson(context: IExecuteFunctions): INodeExecutionData[] {
	const items = context.getInputData();
	try {
		const isJson = (place: number) =>
			context.getWorkflowDataProxy(place).$json === items[place]?.json;
		return isJson(0) && isJson(items.length - 1) ? items : [];
	} catch {
		// n8n reports the problem when it evaluates the parameter.
		return [];
	}
}

/** The value of a resource locator, as n8n's `extractValue` gives it if the chosen mode has no rule of its own. */
export function locatedBy(value: unknown): unknown {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value
		? value.value
		: value;
}

/** n8n would look up the definition of the parameter for each item, only to check nothing: none has a `validateType`. */
const validatesItself = { skipValidation: true };

/** What was read last of a parameter, and for which item. */
interface LastRead {
	itemIndex: number;
	value?: unknown;
	/** Whether nothing was wrong with it. */
	isRight?: boolean;
}

/** Looks at a parameter when it is read. Throws if it cannot be used. */
export interface Look {
	/** At what was typed, before n8n evaluates it. */
	typed: (parameters: Parameters, name: string) => void;
	/** At what it gives for an item. */
	given: (parameters: Parameters, itemIndex: number, name: string, value: unknown) => void;
}

/**
 * Reads the parameters of the node. Plain fields of the item are read directly, n8n evaluates other expressions for
 * each item, and everything else is read once.
 */
export class Parameters {
	/** By name: what all items share. */
	private readonly kept = new Map<string, unknown>();
	private readonly readers = new Map<string, PlainReader | undefined>();
	private items: INodeExecutionData[] | undefined;
	/** By name. Errors quote it. */
	private readonly last = new Map<string, LastRead>();
	/** Taken once, because each call of `getNode` copies the whole node. */
	private readonly savedParameters: INodeParameters;
	/** By name: the parameters as they were entered, and whether they give the same for every item. */
	private readonly savedByName = new Map<string, { saved: unknown; isShared: boolean }>();
	/** By name: what is wrong with the words that were typed, which is the same for every item. */
	private readonly typedWrong = new Map<string, unknown>();
	/** By text. */
	private readonly knownParts = new Map<unknown, EnteredParts>();

	/** The parameter that was read last: the one of which an error tells. */
	latest: string | undefined;

	/** The parameter that n8n is evaluating, or could not: n8n's own error does not name it. */
	evaluating: string | undefined;

	/** The only instance of the account of an item, if the parameter "Instance" is empty. */
	onlyInstance: ((itemIndex: number) => string) | undefined;

	/** @param look at each parameter that is read */
	constructor(
		readonly context: IExecuteFunctions,
		private readonly look?: Look,
	) {
		this.savedParameters = context.getNode().parameters;
	}

	/** The parameter as it was entered: an expression as its text. @param name of an option: `options.attachFile` */
	saved(name: string): unknown {
		return this.entered(name).saved;
	}

	private entered(name: string): { saved: unknown; isShared: boolean } {
		const known = this.savedByName.get(name);
		if (known) return known;
		const saved = getProperty(this.savedParameters, name) as unknown;
		const entered = { saved, isShared: isConstant(saved) };
		this.savedByName.set(name, entered);
		return entered;
	}

	/** @throws InputError if the words that were typed cannot be meant */
	private lookAtTyped(name: string): void {
		if (!this.typedWrong.has(name)) {
			let wrong: unknown;
			try {
				this.look?.typed(this, name);
			} catch (error) {
				wrong = error;
			}
			this.typedWrong.set(name, wrong);
		}
		const wrong = this.typedWrong.get(name);
		if (wrong !== undefined) throw wrong as Error;
	}

	/** @param absent the value of a parameter that does not exist or is not shown */
	get(name: string, itemIndex: number, absent?: unknown): unknown {
		this.latest = name;
		this.evaluating = undefined;
		const { saved, isShared } = this.entered(name);
		const evaluated = (): unknown =>
			this.evaluated(() => this.context.getNodeParameter(name, itemIndex, absent, validatesItself));
		const lookedAt = (value: unknown) => {
			this.look?.given(this, itemIndex, name, value);
			return value;
		};
		const known = this.last.get(name);
		if (known?.itemIndex === itemIndex && known.isRight) return known.value;
		if (isShared)
			return this.once(name, () => {
				this.lookAtTyped(name);
				return lookedAt(evaluated());
			});
		this.lookAtTyped(name);
		const last: LastRead = { itemIndex };
		this.last.set(name, last);
		last.value = this.plainValue(name, saved, itemIndex) ?? evaluated();
		lookedAt(last.value);
		last.isRight = true;
		return last.value;
	}

	/** The json of an item, if `$json` means it. */
	json(itemIndex: number): IDataObject | undefined {
		this.items ??= itemsOfJson(this.context);
		return this.items[itemIndex]?.json;
	}

	/**
	 * The value for an item that was read before. No expression is evaluated again, because it may change the item:
	 * `{{ $json.phones.shift() }}`.
	 * @returns undefined if only n8n could tell
	 */
	again(name: string, itemIndex: number): unknown {
		const last = this.last.get(name);
		if (last?.itemIndex === itemIndex) return last.value;
		const { saved, isShared } = this.entered(name);
		if (isShared) return this.get(name, itemIndex, '');
		return this.plainValue(name, saved, itemIndex);
	}

	/**
	 * @param entry of a parameter; the rule gets an empty text if the parameter does not exist or is not shown
	 * @throws InputError with the sentences of its rule
	 */
	read<Rule extends z.ZodType>(
		{ field, rule }: { field: { name: string; type: string }; rule: Rule },
		itemIndex: number,
	): z.output<Rule> {
		this.latest = field.name;
		const isLocator = field.type === 'resourceLocator';
		const checked = () => {
			const value = this.get(field.name, itemIndex, '');
			return rule.parse(isLocator ? locatedBy(value) : value);
		};
		return this.entered(field.name).isShared
			? this.once(`checked ${field.name}`, checked)
			: checked();
	}

	/**
	 * Reads the parts of an item. One error tells of all that cannot be used: nobody should find the second mistake only when
	 * the first is mended.
	 * @throws Refusal of the first part, with those of the others
	 */
	together<Parts extends unknown[]>(...reads: { [At in keyof Parts]: () => Parts[At] }): Parts {
		const wrong: Array<{ refusal: Refusal; parameter: string | undefined }> = [];
		const parts = reads.map((read: () => unknown) => {
			try {
				return read();
			} catch (error) {
				// n8n's own errors end the reading, and are shown as they are.
				if (!(error instanceof Refusal)) throw wrong[0]?.refusal ?? error;
				wrong.push({ refusal: error, parameter: this.latest });
				return undefined;
			}
		});
		const [first, ...others] = wrong;
		if (!first) return parts as Parts;
		const { refusal, parameter } = first;
		// Several parts read the options.
		const titles = new Set([refusal.message]);
		const also = others.flatMap((one) => {
			const isNew = !titles.has(one.refusal.message);
			titles.add(one.refusal.message);
			return isNew ? one.refusal.why : [];
		});
		this.latest = parameter;
		throw also.length === 0 ? refusal : new Refusal({ ...refusal.why, also });
	}

	/** What a text as it was entered consists of. */
	parts(saved: unknown): EnteredParts {
		const parts = this.knownParts.get(saved) ?? partsIn(saved);
		this.knownParts.set(saved, parts);
		return parts;
	}

	/** The value of an expression for an item. @param expression as n8n saves it: it starts with "=" */
	value(expression: string, itemIndex: number): unknown {
		return (
			this.plainValue(expression, expression, itemIndex) ??
			this.evaluated(() => this.context.evaluateExpression(expression.slice(1), itemIndex))
		);
	}

	private evaluated(evaluate: () => unknown): unknown {
		this.evaluating = this.latest;
		const value = evaluate();
		this.evaluating = undefined;
		return value;
	}

	/** The options that were added to the collection "Options". Their values are not validated yet. */
	options(itemIndex: number): Record<string, unknown> {
		return this.get('options', itemIndex, {}) as Record<string, unknown>;
	}

	/** Computes a value that all items share: once in a run. */
	once<Value>(name: string, compute: () => Value): Value {
		if (!this.kept.has(name)) this.kept.set(name, compute());
		return this.kept.get(name) as Value;
	}

	/**
	 * Undefined if n8n has to evaluate the parameter or expression.
	 * @param name its compiled reader is kept under this name
	 */
	private plainValue(name: string, saved: unknown, itemIndex: number): unknown {
		if (!this.readers.has(name)) this.readers.set(name, plainReader(saved));
		const read = this.readers.get(name);
		return read?.(this.json(itemIndex));
	}
}
