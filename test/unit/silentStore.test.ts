import type { IExecuteFunctions } from 'n8n-workflow';

import { Parameters } from '../../nodes/MessagingIntegration/n8n/parameters';
import { readHeads } from '../../nodes/MessagingIntegration/parameters/files';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a look at the files of a list whose store does not answer ends after 10 s, so that the run can begin', async () => {
	const items = Array.from({ length: 100 }, (_, at) => ({
		json: {},
		binary: { data: { id: `database:${at}`, bytes: 5, mimeType: 'application/octet-stream' } },
	}));
	let asked = 0;
	const helpers = {
		assertBinaryData: (item: number) => items[item]?.binary.data,
		getBinaryStream: async () => {
			asked++;
			return await new Promise<never>(() => undefined);
		},
	};
	const context = {
		helpers,
		connectionInputData: items,
		getInputData: () => items,
		getNode: () => ({ parameters: { binaryPropertyName: '' } }),
		getWorkflowSettings: () => ({}),
	} as unknown as IExecuteFunctions;
	let hasEnded = false;
	void readHeads(new Parameters(context)).then(() => (hasEnded = true));
	await jest.advanceTimersByTimeAsync(9999);
	expect([hasEnded, asked]).toEqual([false, 1]);
	await jest.advanceTimersByTimeAsync(1);
	expect([hasEnded, asked]).toEqual([true, 1]);
});
