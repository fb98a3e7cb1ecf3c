import { deliveryOnSandbox } from '../engine/deliveryOnSandbox';
import { withRandomFaults } from './withRandomFaults';

const { once, retriedOnFail, untilNothingChanges, expectNoneTwice, expectEachOnce } =
	withRandomFaults(deliveryOnSandbox());

/** To use other seeds: `CHAOS_SEEDS=11,12 npm run test:chaos`. */
const seeds = (process.env.CHAOS_SEEDS ?? '1,2,3,4,5,6,7,8,9,10').split(',').map(Number);

describe.each(seeds)(
	'2,000 items for 200 recipients, while a tenth of all requests fail (seed %d)',
	(seed) => {
		it('arrive at most once and in order, and their output says correctly whether they did', async () => {
			expectNoneTwice(await once(seed, 2000));
		});

		it('arrive at most once in all runs of "Retry On Fail" together', async () => {
			expect((await retriedOnFail(seed, 2000)).twice()).toEqual([]);
		});

		it('are never reported as not sent if they arrived, even with "Send Again"', async () => {
			await once(seed, 2000, { whenUnsure: 'resend' });
		});
	},
);

describe.each(seeds)(
	'a failed execution of 400 items, retried until nothing changes (seed %d)',
	(seed) => {
		it('sends each item once, except those in doubt', async () => {
			expectEachOnce(await untilNothingChanges(seed, 400));
		});

		it('misses no item with "Send Again"', async () => {
			const { arrived, sent, failed } = await untilNothingChanges(seed, 400, {
				whenUnsure: 'resend',
			});
			expect(failed).toBe(false);
			expect(arrived.missing(sent)).toEqual([]);
		});
	},
);

it('a failed execution of 2,000 items, retried until nothing changes, sends each item once, except those in doubt', async () => {
	expectEachOnce(await untilNothingChanges(seeds[0] ?? 1, 2000, { concurrency: 64 }));
});
