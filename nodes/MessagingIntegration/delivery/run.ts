import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Prepared } from '../api/request';
import { connect, type Connection } from '../transport/connection';
import { deliverItem } from './deliverItem';
import { asNodeError, errorItem } from './nodeError';

/** Turns the parameters of one item into what it asks for. Sends nothing. */
export type Prepare = (context: IExecuteFunctions, itemIndex: number) => Prepared;

interface RunOptions {
	timeout?: number;
}

/**
 * Takes every input item to the service and gives one output for each, in input order: its answer, or
 * what is known of its failure.
 * @throws NodeApiError or NodeOperationError of the first failed item, unless the node goes on with errors
 */
export async function run(context: IExecuteFunctions, prepare: Prepare): Promise<INodeExecutionData[]> {
	const { timeout } = context.getNodeParameter('options', 0, {}) as RunOptions;
	let connection: Connection | undefined;
	const output: INodeExecutionData[] = [];
	for (const item of context.getInputData().keys()) {
		try {
			connection ??= await connect(context, timeout);
			const prepared = prepare(context, item);
			for (const json of await deliverItem(connection, prepared)) {
				output.push({ json: json as INodeExecutionData['json'], pairedItem: { item } });
			}
		} catch (error) {
			if (!context.continueOnFail()) throw asNodeError(context.getNode(), error, item);
			output.push(errorItem(error, item));
		}
	}
	return output;
}
