import { deliveryOnSandbox, itemsTo, texts } from './support/deliveryOnSandbox';
import { textLike, textWith } from './support/matchers';
import { byId } from './support/parameters';

const { execute, control, requests, acceptedTexts } = deliveryOnSandbox();

const onError = 'continueErrorOutput';

const instances = (...names: string[]) =>
	names.map((instance, index) => ({
		json: { instance, to: `100${index}`, text: `text ${index}` },
	}));
/** The run of a text for each of these instances. */
const plan = (concurrency: number, ...names: string[]) => ({
	items: instances(...names),
	parameters: {
		...texts({ concurrency }),
		instanceId: byId('={{ $json.instance }}'),
	},
});

const notFound =
	'The service answered "not found" for instance "nowhere" (404): "There is no instance nowhere.", "NotFound"';

it('no item is started after a failure', async () => {
	const { error } = await execute({
		...plan(1, 'demo', 'demo', 'nowhere', 'demo', 'demo'),
		mode: 'trigger',
	});
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: `2 of 5 items were sent. ${notFound}`,
		httpCode: '404',
		context: { itemIndex: 2, data: { httpStatus: 404, code: 'NotFound', delivery: 'notSent' } },
		node: { name: 'Node 1' },
	});
	expect(error?.description?.split('<br>')).toEqual([
		textWith('Check the parameter "Instance"'),
		'5 items: 2 sent, 3 not sent. A retry does not repeat what was sent. A new execution repeats all that has no Send Once Key.',
		'Not sent: item 2 (1002), item 3 (1003), item 4 (1004).',
	]);
	expect(await requests()).toHaveLength(3);
});

it('a broken connection ends with an error that says whom it is about, what to do, and what was not sent', async () => {
	await control().bend({ reset: 'afterReading', skip: 1 });
	const { error } = await execute({
		items: itemsTo(['1000', '+1 (202) 555-0101', '1002', '1003']),
		parameters: texts({ concurrency: 1 }),
		mode: 'trigger',
	});
	expect(error?.message).toMatch(
		/^1 of \d items was sent, and 1 message may have arrived\. The connection to .* broke before/,
	);
	expect(error?.description?.split('<br>')).toEqual([
		'If it arrived, set the option "If It May Have Arrived" to "Count as Sent", if not, to "Send Again". Then save, and choose "Retry with currently saved workflow" in the list of executions. Remove the option afterwards.',
		textWith('If this happens again'),
		textWith('The network said'),
		textWith('4 items: 1 sent, 2 not sent, 1 may have arrived. A retry does not'),
		'Not sent: item 2 (1002), item 3 (1003).',
		'May have arrived: item 1 (+1 (202) 555-0101).',
	]);
	expect(error).toMatchObject({ context: { data: { to: '12025550101', delivery: 'unknown' } } });
});

it('the error of a list in the editor says what may have arrived, and where it can be retried', async () => {
	await control().bend({ reset: 'afterReading', skip: 1 });
	const list = { items: itemsTo(['1000', '1001', '1002']), parameters: texts({ concurrency: 1 }) };
	const { error } = await execute({ ...list, mode: 'manual' });
	expect(error?.message).toMatch(
		/^1 of \d items was sent, and 1 message may have arrived\. The connection to .* broke before/,
	);
	expect(error?.description?.split('<br>')).toEqual([
		'If it arrived, set the option "If It May Have Arrived" to "Count as Sent", if not, to "Send Again". Then save, and choose "Retry with currently saved workflow" in the list of executions. Remove the option afterwards.',
		textWith('If this happens again'),
		textWith('The network said'),
		textWith(
			'3 items: 1 sent, 1 not sent, 1 may have arrived. A retry in the tab "Executions" of the workflow does not',
		),
		'Not sent: item 2 (1002).',
		'May have arrived: item 1 (1001).',
	]);
});

it('the error of a single message in doubt says when there is nothing left to do', async () => {
	await control().bend({ reset: 'afterReading', carryOut: true });
	const request = { items: itemsTo(['1000']), parameters: texts() };
	const { error } = await execute({ ...request, mode: 'trigger' });
	expect(error?.description?.split('<br>')).toEqual([
		'If it arrived, set the option "If It May Have Arrived" to "Count as Sent", if not, to "Send Again". Then save, and choose "Retry with currently saved workflow" in the list of executions. Remove the option afterwards.',
		textWith('If this happens again'),
		textWith('The network said'),
		'May have arrived: 1000.',
	]);
});

it('the error of a single message in doubt asks the person in the editor', async () => {
	await control().bend({ reset: 'afterReading', carryOut: true });
	const request = { items: itemsTo(['1000']), parameters: texts(), mode: 'manual' } as const;
	const { error } = await execute(request);
	expect(error?.description?.split('<br>')).toEqual([
		'Did it arrive? If not, execute again.',
		textWith('If this happens again'),
		textWith('The network said'),
		'May have arrived: 1000.',
	]);
});

it('the title of the error that stops a run counts the other messages in doubt', async () => {
	await control().bend({ path: '/demo/messages$', status: 422, delay: 300 });
	await control().bend({ path: '/basic/messages$', reset: 'afterReading', carryOut: true });
	const { error } = await execute(plan(2, 'demo', 'basic'));
	expect(error).toMatchObject({
		message: textLike(/^1 message may have arrived\. The service refuses this message /),
		context: { itemIndex: 0, data: { delivery: 'notSent' } },
		description: textWith('1 may have arrived'),
	});
});

it('requests in progress finish, count as sent and are not sent again', async () => {
	await control().bend({ path: '/demo/', delay: 200 });
	const failed = await execute(plan(2, 'demo', 'nowhere'));
	expect(failed.error).toMatchObject({ context: { itemIndex: 1 } });
	expect(failed.error?.description).toContain('2 items: 1 sent');
	const retry = { ...plan(2), parameters: texts() };
	const retried = await execute(retry, failed.run);
	expect(retried.error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0', 'text 1']);
});

it('a failed item goes to the error output, and n8n adds the fields of its input', async () => {
	const failing = plan(1, 'demo', 'nowhere', 'demo');
	const [regular = [], ...others] = (await execute({ ...failing, onError })).outputs;
	expect(regular.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	const details = {
		description: textWith('Check the parameter "Instance"'),
		to: '1001',
		httpStatus: 404,
		code: 'NotFound',
		delivery: 'notSent',
		reason: 'refused',
	};
	const json = { ...failing.items[1]?.json, error: notFound, details };
	expect(others).toEqual([[{ json, pairedItem: { item: 1 } }]]);
});

it('an item goes to the error output also if its expression fails', async () => {
	const text = '={{ $json.to === "1001" ? $json.no.such.field : "hello" }}';
	const parameters = { ...texts(), text };
	const { outputs } = await execute({ items: itemsTo(['1000', '1001']), parameters, onError });
	expect(outputs.map((items) => items.map(({ pairedItem }) => pairedItem))).toEqual([
		[{ item: 0 }],
		[{ item: 1 }],
	]);
});
