import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { textWith } from './support/matchers';
import { byId } from './support/parameters';

const { execute, control, acceptedTexts } = deliveryOnSandbox();

const one = { concurrency: 1, maxTries: 1 };
const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** The text of each item, followed by something that changes with each evaluation. */
const changing = (text: string) => ({ ...texts(one), text: `={{ $json.text }} ${text}` });

describe.each(['{{ $now.toMillis() }}', '{{ $execution.id }}', '{{ Math.random() }}'])(
	'a message that contains %s',
	(text) => {
		const plan = { items: itemsToAll(2), parameters: changing(text) };
		afterEach(async () => {
			const words = (await acceptedTexts()).map((sent) => sent?.slice(0, 'text 0'.length));
			expect(words).toEqual(['text 0', 'text 1']);
		});

		it.each([{}, settings])('is not sent again by a retry: %j', async (onFail) => {
			await control().bend({ status: 422, skip: 1 });
			const first = await execute({ ...onFail, ...plan });
			const isOver = 'retryOnFail' in onFail;
			expect(first.error === undefined).toBe(isOver);
			if (!isOver) expect((await execute(plan, first.run)).error).toBeUndefined();
		});

		it('is not sent again while it is in doubt', async () => {
			await control().bend({ reset: 'afterReading', carryOut: true });
			const { error } = await execute({ ...settings, ...plan });
			expect(error?.message).toContain('was not sent again');
		});
	},
);

it('a retry that sends nothing says that earlier messages stay sent', async () => {
	await control().bend({ status: 422, skip: 1 });
	const failed = await execute({ items: itemsToAll(3), parameters: texts(one) });
	const parameters = { ...texts(one), text: '={{ $json.text === "text 2" ? "" : $json.text }}' };
	const { error } = await execute({ items: itemsToAll(3), parameters }, failed.run);
	expect(error?.message).toContain('this run sent nothing');
	expect(error?.description).toContain('An earlier run of this execution sent some.');
	expect(await acceptedTexts()).toEqual(['text 0']);
});

it('the error that stops a run counts the other messages in doubt', async () => {
	await control().bend({ path: '/demo/messages$', status: 422, delay: 300 });
	await control().bend({ path: '/basic/messages$', reset: 'afterReading', carryOut: true });
	const items = itemsToAll(2).map(({ json }, at) => ({
		json: { ...json, instance: at ? 'basic' : 'demo' },
	}));
	const instanceId = byId('={{ $json.instance }}');
	const { error } = await execute({ items, parameters: { ...texts({ maxTries: 1 }), instanceId } });
	expect(error).toMatchObject({
		context: { itemIndex: 0, data: { delivery: 'notSent' } },
		description: textWith('1 may have arrived'),
	});
});
