import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { descriptionOf, type Measurement, shared } from './measuring';

/** What was measured, and the number of items that the measured nodes returned. */
export type Report = Measurement & { items: number };

/** Runs after the measured nodes. Its item answers the webhook. */
export class BenchReport implements INodeType {
	description = descriptionOf('benchReport', []);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const report = { ...(await shared.endMeasuring?.()), items: this.getInputData().length };
		return [[{ json: report }]];
	}
}
