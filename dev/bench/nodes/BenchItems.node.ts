import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { descriptionOf } from './description';
import { markStart } from './marks';

/** Makes the items before the measured nodes run, so that making them is not measured. */
export class BenchItems implements INodeType {
	description = descriptionOf('benchItems', ['count', 'recipients']);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [length, recipients] = ['count', 'recipients'].map((name) =>
			Number(this.getNodeParameter(name, 0)),
		) as [number, number];
		// A file that was read before is attached to every item.
		const binary = this.getInputData()[0]?.binary;
		const text = (place: number) =>
			`Hello ${place}, your order is on its way and will be with you on Friday.`;
		const items = Array.from({ length }, (_, place) => {
			const json = { to: String(4915100000000 + (place % recipients)), text: text(place) };
			return { json, ...(binary && { binary }), pairedItem: { item: 0 } };
		});
		markStart();
		return [items];
	}
}
