import { deliveryOnSandbox } from '../engine/deliveryOnSandbox';
import { throughTheStorm } from './throughTheStorm';

const { once, retriedOnFail, untilNothingChanges, expectNoneTwice, expectEachOnce } =
	throughTheStorm(deliveryOnSandbox());

/** Other ones: `CHAOS_SEEDS=11,12 npm run test:chaos`. */
const seeds = (process.env.CHAOS_SEEDS ?? '1,2,3,4,5,6,7,8,9,10').split(',').map(Number);

describe.each(seeds)(
	'2,000 items over 200 recipients, a tenth of requests failing (seed %d)',
	(seed) => {
		it('come out one by one, none sent twice, none out of order, none said to be unsent that was sent', async () => {
			expectNoneTwice(await once(seed, 2000));
		});

		it('are sent once each by all runs of "Retry On Fail" together', async () => {
			expect((await retriedOnFail(seed, 2000)).twice()).toEqual([]);
		});

		it('never say "not sent" of what was sent, where those in doubt are sent again too', async () => {
			await once(seed, 2000, { resendWhenUnsure: true });
		});
	},
);

describe.each(seeds)(
	'a failed execution of 400 items, retried until nothing changes (seed %d)',
	(seed) => {
		it('sends none twice and misses none but those in doubt', async () => {
			expectEachOnce(await untilNothingChanges(seed, 400));
		});

		it('misses none where those in doubt are sent again', async () => {
			const { arrived, sent, failed } = await untilNothingChanges(seed, 400, {
				resendWhenUnsure: true,
			});
			expect(failed).toBe(false);
			expect(arrived.missing(sent)).toEqual([]);
		});
	},
);

it('a failed execution of 2,000 items, retried until nothing changes, sends none twice', async () => {
	expectEachOnce(await untilNothingChanges(seeds[0] ?? 1, 2000, { concurrency: 64 }));
});
