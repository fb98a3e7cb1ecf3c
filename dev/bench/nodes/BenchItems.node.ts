import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { descriptionOf, shared, startMeasuring } from './measuring';

/** Makes the items before the measured node runs, so that making them is not measured. */
export class BenchItems implements INodeType {
	description = descriptionOf('benchItems', ['count']);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const length = Number(this.getNodeParameter('count', 0));
		// The items have the files that were read before in turn.
		const read = this.getInputData();
		const items = Array.from({ length }, (_, place) => {
			const text = `your order ${place} is on its way and will be with you on Friday.`;
			const json = { to: String(4915100000000 + place), text };
			const { binary } = read[place % read.length] ?? {};
			return { json, ...(binary && { binary }), pairedItem: { item: 0 } };
		});
		shared.endMeasuring = startMeasuring(length);
		return [items];
	}
}
