import type { IDataObject } from 'n8n-workflow';

import { deliveryOnSandbox, itemsToAll, texts } from './deliveryOnSandbox';

const { begin, control, untilArrived } = deliveryOnSandbox();

describe('a retry that cannot start, because an option cannot be used any more,', () => {
	const twoRuns = async (onError: 'continueRegularOutput' | 'stopWorkflow') => {
		await control().bend({ reset: 'afterReading', carryOut: true });
		const variables: IDataObject = { timeout: 30_000 };
		const running = begin({
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1000,
			onError,
			variables,
			items: itemsToAll(3),
			parameters: texts({ concurrency: 1, maxTries: 1, timeout: '={{ $vars.timeout }}' }),
		});
		await untilArrived(3);
		variables.timeout = 'none';
		return await running.outcome;
	};

	it('returns the answers of what was sent, and does not call the doubt "not sent"', async () => {
		const { items } = await twoRuns('continueRegularOutput');
		expect(items.map(({ json }) => json)).toMatchObject([
			{ details: { delivery: 'unknown' } },
			{ status: 'accepted' },
			{ status: 'accepted' },
		]);
	});

	it('says in its error what may have been delivered', async () => {
		const { error } = await twoRuns('stopWorkflow');
		expect(error).toMatchObject({ context: { data: { delivery: 'unknown' } } });
	});
});
