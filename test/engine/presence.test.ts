import type { INodeParameters } from 'n8n-workflow';
import { indications, type SendRequest } from '../../dev/sandbox/message';
import { httpServer } from '../transport/support/httpServer';
import { deliveryOnSandbox, itemsTo, texts } from './support/deliveryOnSandbox';
import { assignment, presence } from './support/parameters';

const { sentBody, stoppedAfter, begin, execute, control, requests, acceptedTexts } =
	deliveryOnSandbox();

const assignments = [assignment('to', '12025554567', 'string'), assignment('for', 3, 'number')];
const json = (bodyJson: string) => ({ specifyBody: 'json', bodyJson });

describe.each(indications)('a %s indication', (operation) => {
	it.each<[what: string, fields: INodeParameters, body: unknown]>([
		['the given fields', { bodyFields: { assignments } }, { to: '12025554567', for: 3 }],
		['the given JSON', json('{ "ids": ["a", "b"] }'), { ids: ['a', 'b'] }],
		['an object from an expression', json('={{ $json }}'), { chat: 'x' }],
		['the recipient, cleaned up as in a message', { to: '+1 202 555-4567' }, { to: '12025554567' }],
		['the recipient and the JSON', { to: '1202', ...json('{ "for": 3 }') }, { to: '1202', for: 3 }],
		['the country code', { to: '0171 1234567', defaultCountry: 'DE' }, { to: '491711234567' }],
		['nothing if no recipient is entered', { to: ' ' }, undefined],
		['nothing if the JSON is {}', json('{}'), undefined],
		['nothing if the JSON is empty', json(''), undefined],
	])('contains %s', async (_, fields, body) => {
		await execute({ items: [{ json: { chat: 'x' } }], parameters: presence(operation, fields) });
		expect((await sentBody()) ?? undefined).toEqual(body);
	});
});

/** s */
const typingFirst = 0.05;
const early = 2;

/** The operations of two messages to one recipient. */
const twice = 'typing,messages,typing,messages';

const toOf = (body: unknown) => (body as SendRequest).to;

it('a refused message shows that the service answers again, so the next recipient sees typing', async () => {
	await control().bend({ path: 'messages', status: 429 });
	await control().bend({ path: 'messages', status: 422 });
	const parameters = texts({ typingFirst: 0.001, concurrency: 1 });
	const settings = { onError: 'continueRegularOutput' as const };
	await execute({ items: itemsTo(['1001', '1002', '1003'], 3), parameters, ...settings });
	const log = await requests();
	expect(log.filter(({ operation }) => operation === 'typing')).toHaveLength(2);
	expect(log.filter(({ operation }) => operation === 'messages')).toHaveLength(4);
});

it('each recipient sees typing before each message, for the set time', async () => {
	await execute({
		items: itemsTo(['1001', '1002', '1003'], 9),
		parameters: texts({ typingFirst }),
	});
	const log = await requests();
	for (const recipient of ['1001', '1002', '1003']) {
		const lane = log.filter(({ body }) => toOf(body) === recipient);
		expect(lane.map(({ operation }) => operation).join()).toBe(`${twice},typing,messages`);
		for (const [index, { operation, receivedAt, body }] of lane.entries()) {
			if (operation === 'typing') expect(body).toEqual({ to: recipient });
			else {
				const typed = Date.parse(lane[index - 1]?.receivedAt ?? '');
				expect(Date.parse(receivedAt) - typed).toBeGreaterThanOrEqual(typingFirst * 1000 - early);
			}
		}
	}
});

it.each([
	{ status: 403 },
	{ status: 422 },
	{ status: 500 },
	{ status: 429, headers: { 'retry-after': '3600' } },
	{ status: 503, headers: { 'retry-after': '60' } },
	{ reset: 'afterReading' as const },
	{ hang: true },
])('a failed typing indication does not keep its message from being sent: %j', async (fault) => {
	await control().bend({ ...fault, path: '/typing$', count: 100 });
	const { error, hints } = await execute({
		items: itemsTo(['1001'], 2),
		parameters: texts({ typingFirst: 0.001, timeout: 30 }),
	});
	expect(error).toBeUndefined();
	expect(await acceptedTexts()).toEqual(['text 0', 'text 1']);
	expect(hints.map(({ message }) => message)).toEqual([
		'2 typing indications failed; their messages were sent.',
	]);
	expect((await requests()).map(({ operation }) => operation).join()).toBe(twice);
});

it.each(['continueRegularOutput', 'stopWorkflow'] as const)(
	'the message is not sent if the execution is stopped during typing (%s)',
	async (onError) => {
		const { run } = await stoppedAfter(2, {
			items: itemsTo(['1001', '1002'], 2),
			parameters: texts({ typingFirst: 20 }),
			onError,
		});
		expect(run.status).toBe('canceled');
		expect((await requests()).map(({ operation }) => operation)).toEqual(['typing', 'typing']);
	},
);

it('a message is not sent if another one was refused during its typing', async () => {
	let [refuse, show, arrived] = [() => {}, () => {}, 0];
	const service = await httpServer((request, response) => {
		if (request.url?.endsWith('/messages')) refuse = () => response.writeHead(422).end('{}');
		else show = () => response.end('{}');
		if (++arrived < 2) return;
		// The refusal is on its way before the typing begins.
		refuse();
		setImmediate(show);
	});
	const items = ['1001', '1002'].map((to, at) => ({
		json: { to, text: to, seconds: at ? 0 : 0.5 },
	}));
	const { error } = await begin({
		items,
		parameters: texts({ typingFirst: '={{ $json.seconds }}' }),
		credential: { baseUrl: service.url },
	}).outcome;
	expect(error).toMatchObject({ httpCode: '422', context: { itemIndex: 1 } });
	const paths = service.requests.map(({ url }) => url?.split('/').at(-1));
	expect(paths.sort()).toEqual(['messages', 'typing']);
});

it('a failed typing indication is not counted if its message fails too', async () => {
	await control().bend({ status: 401, count: 4 });
	const { hints } = await execute({
		items: itemsTo(['1001', '1002']),
		parameters: texts({ typingFirst: 0.001 }),
		onError: 'continueRegularOutput',
	});
	expect(await acceptedTexts()).toEqual([]);
	expect(hints.map(({ message }) => message).join()).not.toContain('their messages were sent');
});
