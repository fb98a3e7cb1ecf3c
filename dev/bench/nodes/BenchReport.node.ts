import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { request } from 'undici';
import { descriptionOf } from './descriptionOf';
import { type Measurement, shared } from './measuring';

/** What was measured, and the number of items that the measured nodes returned. */
export type Report = Measurement & { items: number };

/** Runs after the measured nodes, and reports to the benchmark. */
export class BenchReport implements INodeType {
	description = descriptionOf('benchReport', ['reportTo']);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const body = JSON.stringify({
			...(await shared.endMeasuring?.()),
			items: this.getInputData().length,
		});
		const reportTo = this.getNodeParameter('reportTo', 0) as string;
		await (await request(reportTo, { method: 'POST', body })).body.dump();
		return [[{ json: {} }]];
	}
}
