// The parameter "Instance" may be empty if the account has only one.
import { deliveryOnSandbox, itemsToAll, texts } from './support/deliveryOnSandbox';
import { question } from './support/questionsOnSandbox';

const { execute, control, requests } = deliveryOnSandbox();

const instanceId = { __rl: true, mode: 'list', value: '' };
const parameters = { ...texts(), instanceId };
const lists = (instances: object[]) =>
	control().bend({ path: '/instances$', status: 200, body: JSON.stringify(instances), count: 9 });

it('the only instance of the account is asked for once, and all items go through it', async () => {
	await lists([{ id: 'demo' }]);
	const { items } = await execute({ items: itemsToAll(3), parameters });
	expect(items.map(({ json }) => json.status)).toEqual(['accepted', 'accepted', 'accepted']);
	expect((await requests()).map(({ path }) => path.replace(/.*instances/, ''))).toEqual([
		'',
		...['/demo/messages', '/demo/messages', '/demo/messages'],
	]);
});

it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'with several, nothing is sent, and the error names the first five: %s',
	async (onError) => {
		await lists(Array.from({ length: 7 }, (_, at) => ({ id: `i${at}`, name: `Phone ${at}` })));
		const ended = await execute({ items: itemsToAll(1), parameters, onError });
		const { error } = ended.items[0]?.json ?? {};
		const { description } = (ended.items[0]?.json.details ?? {}) as { description?: string };
		expect(error ?? ended.error?.message).toBe('The account has 7 instances, and none is chosen');
		expect(description ?? ended.error?.description).toContain(
			'Phone 0: i0, Phone 1: i1, Phone 2: i2, Phone 3: i3, Phone 4: i4 and 2 more.',
		);
		expect((await requests()).filter(({ operation }) => operation === 'messages')).toEqual([]);
	},
);

it('a list of instances that is refused is in the title for a list of items, too', async () => {
	const run = { items: itemsToAll(3), parameters, credential: { apiKey: 'revoked' } };
	expect((await execute(run)).error?.message).toContain('The service does not accept the API key');
});

it('an account without instances or their IDs, or whose list is refused, sends nothing', async () => {
	await lists([]);
	expect((await execute({ items: itemsToAll(1), parameters })).error?.message).toBe(
		'The account has no instance',
	);
	await control().straighten();
	await lists([{ name: 'Phone' }]);
	expect((await execute({ items: itemsToAll(1), parameters })).error?.message).toBe(
		'The service lists instances without IDs',
	);
	await control().straighten();
	await control().bend({ path: '/instances$', status: 403, count: 9 });
	const { error } = await execute({ items: itemsToAll(1), parameters });
	expect(error?.message).toContain('The service refuses this request (403): ');
	expect(error).toMatchObject({
		context: { data: { reason: 'missingScope', delivery: 'notSent' } },
	});
});

it('a question goes through the only instance, too', async () => {
	await lists([{ id: 'demo' }]);
	const { run } = await execute({ parameters: { ...question(), instanceId } });
	expect(run.status).toBe('waiting');
});
