import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { descriptionOf } from './description';
import { markStart } from './marks';

/** Makes the items, in front of the node that is measured, so that making them is in nobody's time. */
export class BenchItems implements INodeType {
	description = descriptionOf('benchItems', ['count', 'recipients', 'profile']);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const number = (name: string) => Number(this.getNodeParameter(name, 0));
		const count = number('count');
		const recipients = number('recipients') || count;
		// A file that was read in front goes along with every item.
		const binary = this.getInputData()[0]?.binary;
		const items = Array.from({ length: count }, (_, place) => ({
			json: {
				to: String(4915100000000 + (place % recipients)),
				text: `Hello ${place}, your order is on its way and will be with you on Friday.`,
			},
			...(binary && { binary }),
			pairedItem: { item: 0 },
		}));
		markStart(this.getNodeParameter('profile', 0) === 'yes');
		return [items];
	}
}
