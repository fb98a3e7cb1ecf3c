import type { IExecuteFunctions, IGetNodeParameterOptions, INodeParameters } from 'n8n-workflow';

import { isConstant } from '../api/isConstant';

/** The parameters of a node. n8n evaluates what holds an expression for each item; all else is read once. */
export class Parameters {
	readonly #constants = new Map<string, unknown>();
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

	/** @param absent for a parameter that is not there, or not shown */
	get(name: string, itemIndex: number, absent?: unknown, options?: IGetNodeParameterOptions): unknown {
		if (this.#constants.has(name)) return this.#constants.get(name);
		const value: unknown = this.context.getNodeParameter(name, itemIndex, absent, options);
		if (isConstant(this.#saved[name])) this.#constants.set(name, value);
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
}
