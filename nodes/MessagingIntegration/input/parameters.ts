import type { IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { isConstant } from './isConstant';
import { plainReader, type PlainReader } from './plainReader';

/** The input items where `$json` means their json. For a tool it means the items of the agent instead: then none. */
function itemsOfJson(context: IExecuteFunctions): INodeExecutionData[] {
	const items = context.getInputData();
	try {
		const isJson = (place: number) => context.getWorkflowDataProxy(place).$json === items[place]?.json;
		return isJson(0) && isJson(items.length - 1) ? items : [];
	} catch {
		// n8n says what is wrong when it evaluates the parameter.
		return [];
	}
}

/** What a resource locator locates, as n8n extracts it where the chosen mode has no rule of its own. */
function locatedBy(value: unknown): unknown {
	return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value ? value.value : value;
}

/** The parameters of a node: plain fields are read from the item, n8n evaluates other expressions, all else is read once. */
export class Parameters {
	readonly #constants = new Map<string, unknown>();
	readonly #readers = new Map<string, PlainReader | undefined>();
	#items: INodeExecutionData[] | undefined;
	#evaluated: Record<string, unknown> = {};
	/** Asked for once: n8n copies the whole node for every asker. */
	readonly #saved: INodeParameters;

	constructor(readonly context: IExecuteFunctions) {
		this.#saved = context.getNode().parameters;
	}

	/** As it was entered: an expression as its text. */
	saved(name: string): unknown {
		return this.#saved[name];
	}

	/**
	 * @param absent for a parameter that is not there, or not shown
	 * @param options extractValue: of a resource locator, what it locates
	 */
	get(name: string, itemIndex: number, absent?: unknown, options?: { extractValue: true }): unknown {
		if (this.#constants.has(name)) return this.#constants.get(name);
		const isSame = isConstant(this.#saved[name]);
		const plain = isSame ? undefined : this.#plainValue(name, itemIndex);
		if (plain !== undefined) return (this.#evaluated[name] = options?.extractValue ? locatedBy(plain) : plain);
		const value: unknown = this.context.getNodeParameter(name, itemIndex, absent, options);
		if (isSame) this.#constants.set(name, value);
		else this.#evaluated[name] = value;
		return value;
	}

	/** Those of the collection "Options" that were added, as they are: what they hold is not checked yet. */
	options(itemIndex: number): Record<string, unknown> {
		return this.get('options', itemIndex, {}) as Record<string, unknown>;
	}

	/** What the expressions gave since this was last asked, by the name of their parameter. */
	takeEvaluated(): Record<string, unknown> {
		const evaluated = this.#evaluated;
		this.#evaluated = {};
		return evaluated;
	}

	/** Undefined where n8n has to evaluate it. */
	#plainValue(name: string, itemIndex: number): unknown {
		if (!this.#readers.has(name)) this.#readers.set(name, plainReader(this.#saved[name]));
		const read = this.#readers.get(name);
		if (read === undefined) return undefined;
		this.#items ??= itemsOfJson(this.context);
		return read(this.#items[itemIndex]?.json);
	}
}
