import { nginxPage } from '../unit/support/pages';
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { byId } from './support/parameters';

const { execute, control, requests, acceptedTexts } = deliveryOnSandbox();

const sorted = (words: unknown[]) => words.map(String).sort();

async function expectAllOnce(count: number) {
	const items = itemsToAll(count);
	const { error, hints } = await execute({ items, parameters: texts() });
	expect(error).toBeUndefined();
	expect(sorted(await acceptedTexts())).toEqual(sorted(items.map(({ json }) => json.text)));
	return hints.map(({ message }) => message);
}

const slowed = [
	'The service asked to slow down, so the run took longer. No message was sent twice.',
];

describe.each([
	['429', { status: 429 }],
	['503 with Retry-After: 0', { status: 503, headers: { 'retry-after': '0' } }],
	["nginx's own 503 page", { status: 503, body: nginxPage(), contentType: 'text/html' }],
])('a service that answers %s', (_, fault) => {
	it('to every second request gets every message once', async () => {
		for (let at = 0; at < 10; at++) await control().bend({ ...fault, skip: 1 + at });
		expect(await expectAllOnce(10)).toEqual(slowed);
		expect((await requests()).filter(({ carriedOut }) => !carriedOut)).not.toHaveLength(0);
	});
});

it.each([8, 1])(
	'with %d at once, an item that the service refuses for an hour fails alone',
	async (concurrency) => {
		await control().bend({
			path: '/basic/messages$',
			status: 429,
			message: 'Too many to this person',
			headers: { 'retry-after': '3600' },
			count: 100,
		});
		const instanceId = byId('={{ $itemIndex === 3 ? "basic" : "demo" }}');
		const { items: output } = await execute({
			items: itemsToAll(50),
			parameters: { ...texts({ concurrency }), instanceId },
			onError: 'continueRegularOutput',
		});
		const failed = output.filter(({ json }) => json.error !== undefined);
		expect(failed).toMatchObject([
			{ pairedItem: { item: 3 }, json: { details: { httpStatus: 429, delivery: 'notSent' } } },
		]);
		expect(JSON.stringify(failed)).toContain('Too many to this person');
		expect(await acceptedTexts()).toHaveLength(49);
	},
);
