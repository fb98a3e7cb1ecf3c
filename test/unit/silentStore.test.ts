import type { IExecuteFunctions } from 'n8n-workflow';

import { headFromStore } from '../../nodes/MessagingIntegration/n8n/files';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a look at a file whose store does not answer ends after 10 s, so that the run can begin', async () => {
	const helpers = { getBinaryStream: async () => await new Promise<never>(() => undefined) };
	const head = headFromStore({ helpers } as unknown as IExecuteFunctions, 'database:1');
	await jest.advanceTimersByTimeAsync(10_000);
	expect(await head).toBeUndefined();
});
