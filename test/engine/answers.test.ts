import { indications } from '../../dev/sandbox/message';
import type { Fault } from '../../dev/sandbox/sandboxControl';
import { engineOnSandbox } from './support/engineOnSandbox';
import { anyText } from './support/matchers';
import { getAll, message, photo, presence, text, upload } from './support/parameters';

const { run, control, requests, failureOf } = engineOnSandbox();

const to = text.to;

async function answerTo(fault: Fault, parameters = text) {
	await control().bend(fault);
	const { items: sent, error } = await run({ parameters });
	expect([error, sent.length]).toEqual([undefined, 1]);
	return sent[0]?.json;
}

it.each([text, ...indications.map((one) => presence(one))])(
	'an answer that is an object is returned unchanged: %j',
	async (parameters) => {
		const answer = { id: 'm1', nested: { list: [1, null, 'x'] }, response: 'r', success: true };
		expect(await answerTo({ status: 200, body: JSON.stringify(answer) }, parameters)).toEqual({
			...answer,
			...(parameters === text && { to }),
		});
	},
);

it.each([
	{ status: 204, body: '' },
	{ status: 200, body: '' },
	{ status: 202, body: ' \r\n' },
])('an empty answer counts as success: %j', async (fault) => {
	expect(await answerTo(fault)).toEqual({ success: true, to });
});

const json = 'application/json';

it.each<[string, unknown, string]>([
	['[1, { "a": 2 }]', [1, { a: 2 }], json],
	['"queued"', 'queued', json],
	['null', null, json],
	['OK', 'OK', 'text/plain'],
	['{ "id": "m1"', '{ "id": "m1"', json],
])(
	'any other answer is returned in the field "response": %s',
	async (body, response, contentType) => {
		expect(await answerTo({ body, contentType })).toEqual({ response, to });
	},
);

it.each(['null', 'false', '""', '[]', '{}'])('an "error" of %s is left out', async (error) => {
	const body = `{ "id": "m1", "error": ${error} }`;
	expect(await answerTo({ body })).toEqual({ id: 'm1', to });
});

it('an ID of more than 15 digits comes out whole, also in the list of instances', async () => {
	expect(await answerTo({ body: '{ "id": 7615917337495251231 }' })).toEqual({
		id: '7615917337495251231',
		to,
	});
	const list = { body: '[{ "id": 7615917337495251231 }, { "id": 7615917337495251232 }]' };
	await control().bend(list);
	const { items: instances } = await run({ parameters: getAll });
	expect(instances.map(({ json }) => json.id)).toEqual([
		'7615917337495251231',
		'7615917337495251232',
	]);
});

it.each(['{ "success": false, "error": "PHONE_NOT_ON_SERVICE" }', '{ "status": "error" }'])(
	'an answer that says that it failed is in doubt: %s',
	async (body) => {
		await control().bend({ body });
		const { error, details } = await failureOf({ parameters: text });
		expect(error).toContain('The service says that this message failed (202): ');
		expect(details).toMatchObject({
			reason: 'refusedInAnswer',
			delivery: 'unknown',
			httpStatus: 202,
		});
	},
);

it.each<[body: string, json: object]>([
	[
		'{ "id": "m1", "status": "queued", "sent": false }',
		{ id: 'm1', status: 'queued', sent: false },
	],
	[
		'{ "id": "m", "payload": { "error": "Server down" } }',
		{ id: 'm', payload: { error: 'Server down' } },
	],
	['{ "messageId": "m1", "code": 482 }', { messageId: 'm1', code: 482 }],
	['ERROR: no credit', { response: 'ERROR: no credit' }],
])('an answer beside an ID, or in a shape of its own, counts as sent: %s', async (body, json) => {
	const parameters = { ...text, options: { whenUnsure: 'resend' } };
	expect(await answerTo({ body }, parameters)).toEqual({ ...json, to });
	expect(await requests()).toHaveLength(1);
});

it('a list of one instance that failed is listed', async () => {
	expect(await answerTo({ body: '[{ "id": "a", "failed": true }]' }, getAll)).toEqual({
		id: 'a',
		failed: true,
	});
});

it.each(['"none"', '{ "code": 0 }'])(
	'an answer with "error": %s does not fail the item',
	async (error) => {
		const body = `{ "id": "m1", "error": ${error} }`;
		await control().bend({ body });
		const { outputs } = await run({ parameters: text, onError: 'continueErrorOutput' });
		const json = { response: JSON.parse(body), to };
		expect(outputs).toEqual([[{ json, pairedItem: { item: 0 } }], []]);
	},
);

const items = [{ binary: { data: photo } }];

const mebibyte = 2 ** 20;
const lostHint = 'The service accepted 1 item, but its answer could not be read to the end.';

describe('when the body of an answer cannot be read', () => {
	const unreadable: Array<[string, Fault, RegExp]> = [
		['cut before its first byte', { cut: 0 }, /broke off in the middle/],
		['above 16 MiB', { size: 16 * mebibyte + 1 }, /larger than 16 MiB/],
		['above 16 MiB unpacked', { size: 16 * mebibyte + 1, gzip: true }, /larger than 16 MiB/],
		['damaged', { gzip: true, headers: { 'content-encoding': 'br' } }, /broke off in the middle/],
	];
	it.each(unreadable)('an accepted message counts as sent, with a hint: %s', async (_, fault) => {
		await control().bend(fault);
		const parameters = { ...text, options: { whenUnsure: 'resend' } };
		const { items: sent, hints } = await run({ parameters });
		expect(sent.map(({ json }) => json)).toEqual([{ success: true, to }]);
		expect(hints).toMatchObject([{ message: lostHint }]);
		expect(await requests()).toHaveLength(1);
	});

	it('an accepted message whose answer ends early comes out as far as it goes', async () => {
		await control().bend({ body: '{ "id": "m1", "status": "queued" }', cut: 13 });
		const { items: sent, hints } = await run({ parameters: text });
		expect(sent.map(({ json }) => json)).toEqual([{ response: '{ "id": "m1",', to }]);
		expect(hints).toMatchObject([{ message: lostHint }]);
	});

	it.each<Fault>([{ size: 2 * mebibyte }, { body: '{ "id": "m1" } ', cut: 14 }])(
		'an answer that is whole up to its end comes out, without a hint: %j',
		async (fault) => {
			await control().bend(fault);
			const { items: sent, hints } = await run({ parameters: text });
			expect(sent[0]?.json).toMatchObject({ id: anyText, to });
			expect(hints).toEqual([]);
		},
	);

	it('an answer that ends early and says that it failed is in doubt', async () => {
		await control().bend({ body: '{ "success": false } ', cut: 20 });
		const { details } = await failureOf({ parameters: text });
		expect(details).toMatchObject({ reason: 'refusedInAnswer', delivery: 'unknown' });
	});

	it.each(unreadable)('a refused message counts as not sent: %s', async (_, fault) => {
		await control().bend({ status: 401, ...fault });
		const { error, details } = await failureOf({ parameters: text });
		expect(error).toMatch(/does not accept the API key \(401\)/);
		expect(details).toMatchObject({ httpStatus: 401, delivery: 'notSent' });
	});

	it.each(unreadable)(
		'an upload fails, and the file may be stored: %s',
		async (_, fault, problem) => {
			await control().bend(fault);
			const parameters = { ...upload, options: { whenUnsure: 'resend' } };
			const { error, details } = await failureOf({ items, parameters });
			expect(error).toMatch(problem);
			expect(details).toMatchObject({ httpStatus: 200, delivery: 'unknown' });
			expect(await requests()).toHaveLength(1);
		},
	);

	const page = { body: '<!DOCTYPE html><html></html>', contentType: 'text/html' };
	it.each<[string, Fault, RegExp?]>([
		...unreadable.filter(([name]) => !name.startsWith('above')),
		['a web page', page],
	])('the node repeats an upload for a message: %s', async (_, fault) => {
		await control().bend({ path: '/media$', ...fault });
		const { items: sent } = await run({ items, parameters: message('image') });
		expect(sent).toMatchObject([{ json: { status: 'accepted' } }]);
		const operations = (await requests()).map(({ operation }) => operation);
		expect(operations).toEqual(['media', 'media', 'messages']);
	});
});

describe('an accepted upload without a storageRef', () => {
	const none = ['{}', '{ "storageRef": "" }', '{ "storageRef": 7 }'];
	const elsewhere = ['{ "data": { "storageRef": "x" } }', '[{ "storageRef": "x" }]', '"x"', ''];

	it.each([...none, ...elsewhere])('fails: %s', async (body) => {
		await control().bend({ body });
		const { error, details } = await failureOf({ items, parameters: upload });
		expect(error).toMatch(/no storageRef/);
		expect(details).toMatchObject({ httpStatus: 200, delivery: 'unknown', description: anyText });
	});

	it('does not lead to a message', async () => {
		await control().bend({ path: '/media$', body: '{}' });
		const { error, details } = await failureOf({ items, parameters: message('image') });
		expect(error).toMatch(/no storageRef/);
		expect(details.delivery).toBe('notSent');
		expect((await requests()).map(({ operation }) => operation)).toEqual(['media']);
	});
});

describe('an accepted message with an answer of objects in objects', () => {
	const nested = (depth: number) =>
		`{ "id": "m1", "in": ${'{ "a": '.repeat(depth)}1${' }'.repeat(depth)} }`;
	const plan = {
		items: [{ json: { to: '1001' } }, { json: { to: '1002' } }],
		parameters: { ...text, to: '={{ $json.to }}', options: { concurrency: 1 } },
	};

	it.each([
		['5,000', nested(5000)],
		['100,000', nested(100_000)],
		['100,000 lists, the whole answer', '['.repeat(100_000) + ']'.repeat(100_000)],
	])('counts as sent, and the next item is sent: %s', async (_, body) => {
		await control().bend({ body });
		const { items: sent, error } = await run(plan);
		expect(error).toBeUndefined();
		expect(sent[1]?.json).toMatchObject({ status: 'accepted' });
		expect(sent[0]?.json).toMatchObject({ response: body });
		expect(() => JSON.stringify(sent)).not.toThrow();
	});

	it('is not sent again by a retry', async () => {
		await control().bend({ body: nested(5000) });
		await control().bend({ status: 422 });
		const failed = await run(plan);
		expect(failed.error?.message).toContain('422');
		const { items: sent } = await run(plan, failed.run);
		expect(sent[0]?.json.to).toBe('1001');
		expect(sent).toHaveLength(2);
		expect(await requests()).toHaveLength(3);
	});
});
