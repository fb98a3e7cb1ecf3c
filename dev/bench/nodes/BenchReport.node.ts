import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { descriptionOf, type Measurement, shared } from './measuring';

/** What was measured, and the number of items that the measured node returned. */
export type Report = Measurement & { items: number };

/** Runs after the measured node. Its item answers the webhook. */
export class BenchReport implements INodeType {
	description = descriptionOf('benchReport', []);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const report = { ...shared.endMeasuring?.(), items: this.getInputData().length };
		return [[{ json: report }]];
	}
}
