import type { IDataObject } from 'n8n-workflow';

import { deliveryOnSandbox, itemsToAll, texts } from './deliveryOnSandbox';

const { begin, control, untilArrived } = deliveryOnSandbox();

it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
	'a retry that cannot start, because an option cannot be used any more, returns the answers of what was sent, and does not call the doubt "not sent": %s',
	async (onError) => {
		await control().bend({ reset: 'afterReading', carryOut: true });
		const variables: IDataObject = { timeout: 30_000 };
		const running = begin({
			...{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1000, onError, variables },
			items: itemsToAll(3),
			parameters: texts({ concurrency: 1, maxTries: 1, timeout: '={{ $vars.timeout }}' }),
		});
		await untilArrived(3);
		variables.timeout = 'none';
		const { items, error } = await running.outcome;
		const doubt = { delivery: 'unknown' };
		if (onError === 'stopWorkflow') expect(error).toMatchObject({ context: { data: doubt } });
		else
			expect(items.map(({ json }) => json)).toMatchObject([
				...[{ details: doubt }, { status: 'accepted' }, { status: 'accepted' }],
			]);
	},
);
