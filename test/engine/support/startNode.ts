import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

export interface InputFile {
	bytes: Buffer;
	fileName?: string;
	mimeType?: string;
}

/** An item of a test. Its files are stored by n8n's own binary helper. */
export interface InputItem {
	json?: IDataObject;
	binary?: Record<string, InputFile>;
	/** What a Code node gives instead of files. */
	notFiles?: Record<string, unknown>;
}

export const startNodeType = 'test.start';

/** The first node of every workflow here. It returns the items of the test. */
export class StartNode implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Start',
		name: 'start',
		group: ['input'],
		version: 1,
		description: 'Gives the items of the test',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	/** Closes over the items, because n8n calls it with its own `this`. */
	execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

	constructor(items: InputItem[]) {
		this.execute = async function (this: IExecuteFunctions) {
			return [await Promise.all(items.map(async (item) => await itemRequest(this, item)))];
		};
	}
}

async function itemRequest(
	{ helpers }: IExecuteFunctions,
	{ json = {}, binary = {}, notFiles }: InputItem,
): Promise<INodeExecutionData> {
	const files = Object.entries(binary).map(async ([field, { bytes, fileName, mimeType }]) => {
		return [field, await helpers.prepareBinaryData(bytes, fileName, mimeType)] as const;
	});
	if (notFiles) return { json, binary: notFiles as IBinaryKeyData };
	if (files.length === 0) return { json };
	return { json, binary: Object.fromEntries(await Promise.all(files)) };
}
