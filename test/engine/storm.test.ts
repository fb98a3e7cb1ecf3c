import { withRandomFaults } from '../chaos/withRandomFaults';
import { deliveryOnSandbox } from './deliveryOnSandbox';

/** `npm run test:chaos` does this with more items and seeds. */
const seed = 1;

const { once, untilNothingChanges, expectNoneTwice, expectEachOnce } =
	withRandomFaults(deliveryOnSandbox());

describe(`while a tenth of the requests fail in every way (seed ${seed})`, () => {
	it('no message is sent twice, out of order, or reported as not sent although it was', async () => {
		expectNoneTwice(await once(seed, 300));
	});

	it('every message not in doubt is sent after enough retries of the execution', async () => {
		expectEachOnce(await untilNothingChanges(seed, 100));
	});

	it('every message is sent with "Resend When Unsure"', async () => {
		const { arrived, sent, failed } = await untilNothingChanges(seed, 100, {
			resendWhenUnsure: true,
		});
		expect(failed).toBe(false);
		expect(arrived.missing(sent)).toEqual([]);
	});
});
