import type { IExecuteFunctions, IGetNodeParameterOptions, INodeParameters } from 'n8n-workflow';

/** Whether a saved parameter is the same for every item: expressions are texts that start with "=". */
function isConstant(saved: unknown): boolean {
	if (typeof saved === 'string') return !saved.startsWith('=');
	return typeof saved !== 'object' || saved === null || Object.values(saved).every(isConstant);
}

/** The parameters of a node. n8n evaluates what holds an expression for each item; all else is read once. */
export class Parameters {
	readonly #constants = new Map<string, unknown>();
	/** Asked for once: n8n copies the whole node for every asker. */
	readonly #saved: INodeParameters;

	constructor(readonly context: IExecuteFunctions) {
		this.#saved = context.getNode().parameters;
	}

	/** As it was entered: an expression as its text. */
	saved(name: string): unknown {
		return this.#saved[name];
	}

	/** @param absent for a parameter that is not there, or not shown */
	get(name: string, itemIndex: number, absent?: unknown, options?: IGetNodeParameterOptions): unknown {
		if (this.#constants.has(name)) return this.#constants.get(name);
		const value: unknown = this.context.getNodeParameter(name, itemIndex, absent, options);
		if (isConstant(this.#saved[name])) this.#constants.set(name, value);
		return value;
	}

	/** Those of the collection "Options" that were added, as they are: what they hold is not checked yet. */
	options(itemIndex: number): Record<string, unknown> {
		return this.get('options', itemIndex, {}) as Record<string, unknown>;
	}
}
