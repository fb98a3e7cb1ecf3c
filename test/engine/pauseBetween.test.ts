import type { INodeParameters } from 'n8n-workflow';

import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';
import { byId } from './support/parameters';

const { stoppedAfter, execute, control, requests, acceptedTexts } = deliveryOnSandbox();

const pause = (min: unknown, max: unknown): INodeParameters => ({
	pauseBetween: { values: { min, max } } as INodeParameters,
});
/** Far longer than any test may take: a run that ends did not pause. */
const forever = pause(3600, 7200);
const short = pause(0, 0.01);

it('one message per instance is in progress at a time, in input order, whatever "Messages at Once" says', async () => {
	const parameters = texts({ ...short, concurrency: 8 });
	const { error, hints } = await execute({ items: itemsToAll(6), parameters });
	expect(error).toBeUndefined();
	expect(await acceptedTexts()).toEqual([0, 1, 2, 3, 4, 5].map((at) => `text ${at}`));
	expect(hints.map(({ message }) => message)).toEqual([
		textWith('The node paused 5 times between messages'),
	]);
});

it('the second message waits, and Stop ends the pause at once', async () => {
	const { run } = await stoppedAfter(1, { items: itemsToAll(3), parameters: texts(forever) });
	expect(run.status).toBe('canceled');
	expect(await acceptedTexts()).toEqual(['text 0']);
});

it('instances do not wait for each other, not even with "Messages at Once" at 1', async () => {
	const instanceId = byId('={{ $itemIndex % 2 ? "basic" : "demo" }}');
	const parameters = { ...texts({ ...forever, concurrency: 1 }), instanceId };
	await stoppedAfter(2, { items: itemsToAll(4), parameters });
	expect((await acceptedTexts()).sort()).toEqual(['text 0', 'text 1']);
});

it('no pause comes before further attempts of one message, or is added to a pause that the service asked for', async () => {
	await control().bend({ status: 429 });
	await control().bend({ status: 503, headers: { 'retry-after': '0' } });
	const { error } = await execute({ items: itemsToAll(1), parameters: texts(forever) });
	expect(error).toBeUndefined();
	expect(await requests()).toHaveLength(3);
});

it('a failure that ends the run also ends the pauses of other instances', async () => {
	const instanceId = byId('={{ $itemIndex === 2 ? "nowhere" : "demo" }}');
	await control().bend({ path: '/nowhere/', status: 404, delay: 300 });
	const { error } = await execute({
		items: itemsToAll(3),
		parameters: { ...texts(forever), instanceId },
	});
	expect(error).toMatchObject({ httpCode: '404' });
	expect(await acceptedTexts()).toEqual(['text 0']);
});

it.each([
	[10, 5],
	[-1, 5],
	[1, 'soon'],
	[1, ''],
	[1, 100_000],
])('a pause from %j to %j is an error before anything is sent', async (min, max) => {
	const { error } = await execute({ items: itemsToAll(2), parameters: texts(pause(min, max)) });
	expect(error).toMatchObject({
		name: 'NodeOperationError',
		message: 'The option "Pause Between Messages" cannot be used',
		description: textWith('"Min" must not be larger than "Max"'),
	});
	expect(await requests()).toEqual([]);
});
