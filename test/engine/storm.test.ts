import { throughTheStorm } from '../chaos/throughTheStorm';
import { deliveryOnSandbox } from './deliveryOnSandbox';

/** `npm run test:chaos` has more of everything. */
const seed = 1;

const { once, untilNothingChanges, expectNoneTwice, expectEachOnce } =
	throughTheStorm(deliveryOnSandbox());

describe(`a tenth of requests failing in every way (seed ${seed})`, () => {
	it('sends none twice, none out of order, and says of none that it was not sent where it was', async () => {
		expectNoneTwice(await once(seed, 300));
	});

	it('misses none but those in doubt, once the failed execution was retried often enough', async () => {
		expectEachOnce(await untilNothingChanges(seed, 100));
	});

	it('misses none where those in doubt are sent again', async () => {
		const { arrived, sent, failed } = await untilNothingChanges(seed, 100, {
			resendWhenUnsure: true,
		});
		expect(failed).toBe(false);
		expect(arrived.missing(sent)).toEqual([]);
	});
});
