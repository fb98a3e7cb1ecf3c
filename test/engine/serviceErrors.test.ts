import type { INodeParameters } from 'n8n-workflow';
import { keys } from '../../dev/sandbox/accounts';
import type { Fault } from '../../dev/sandbox/sandboxControl';
import { engineOnSandbox } from './engineOnSandbox';
import { anyText, textLike } from './matchers';
import { byId, getAll, message, photo, presence, text, upload } from './parameters';

const { run, control, failureOf, url } = engineOnSandbox();

const items = [{ binary: { data: photo } }];
const recipient = text.to;
const host = () => new URL(url()).host;

interface Expected {
	message: RegExp;
	/** What the user should do. */
	advice: RegExp;
	code?: string;
	delivery?: string;
}

async function expectFailure(
	parameters: INodeParameters,
	apiKey: string,
	httpStatus: number,
	expected: Expected,
) {
	const { error, details } = await failureOf({ items, parameters, credential: { apiKey } });
	expect(error).toMatch(expected.message);
	expect(error).toContain(String(httpStatus));
	expect(details).toEqual({
		...(details.to !== undefined && { to: recipient }),
		...(details.fileName !== undefined && { fileName: photo.fileName }),
		description: textLike(expected.advice),
		httpStatus,
		code: expected.code ?? anyText,
		delivery: expected.delivery ?? 'notSent',
	});
	expect(`${error} ${details.description}`).not.toMatch(/[{}<>]|undefined/);
	return details;
}

describe('the errors in the reference', () => {
	it.each<[string, INodeParameters, Expected]>([
		['the instance list', getAll, { message: /scope "instances:read"/, advice: /"By ID"/ }],
		['sending', text, { message: /scope "messages:send"/, advice: /Give the key that scope/ }],
	])('403 names the scope that %s needs', async (_, parameters, expected) => {
		await expectFailure(parameters, keys.none.key, 403, { ...expected, code: 'Forbidden' });
	});

	it.each([upload, presence('typing'), presence('read')])(
		'403 lists the known scopes if the reference names none for the operation: %j',
		async (parameters) => {
			await control().bend({ status: 403, code: 'Forbidden' });
			const advice = /documentation says which one.*messages:send.*webhooks:manage/;
			await expectFailure(parameters, keys.all.key, 403, {
				message: /lacks a scope/,
				advice,
				code: 'Forbidden',
			});
		},
	);

	it('422 names the content type and the instance that does not support it', async () => {
		const parameters = {
			...message('poll', { specifyContent: 'json', contentJson: '{ "question": "Tea?" }' }),
			instanceId: byId('basic'),
		};
		await expectFailure(parameters, keys.all.key, 422, {
			message: /^Instance "basic" cannot send the content type "poll"/,
			advice:
				/engine basic of instance basic does not support poll.*another content type or another instance/,
			code: 'NOT_SUPPORTED_BY_ENGINE',
		});
	});

	it('422 names the instance that does not support an operation', async () => {
		await expectFailure({ ...presence('typing'), instanceId: byId('minimal') }, keys.all.key, 422, {
			message: /^Instance "minimal" does not support this operation/,
			advice: /another instance/,
			code: 'NOT_SUPPORTED_BY_ENGINE',
		});
	});
});

it('401 points to the API key', async () => {
	const apiKey = 'sandbox_live_unknown';
	await expectFailure(text, apiKey, 401, {
		message: /does not accept the API key/,
		advice: /"API Key" and "Authentication"/,
	});
});

it('403 as a web page points to a firewall or proxy', async () => {
	await control().bend({ status: 403, body: '<html></html>', contentType: 'text/html' });
	const { error, details } = await failureOf({ parameters: text });
	expect(error).toBe('A firewall, a proxy or a login page refused the request (403)');
	expect(details).toMatchObject({ httpStatus: 403, delivery: 'notSent' });
});

it('404 names the instance', async () => {
	const parameters = { ...text, instanceId: byId('no <such> one') };
	await expectFailure(parameters, keys.all.key, 404, {
		message: /instance "no ‹such› one"/,
		advice: /"Instance"/,
	});
});

it('404 for the instance list points to the base URL', async () => {
	await control().bend({ status: 404 });
	const details = await expectFailure(getAll, keys.all.key, 404, {
		message: /returned no list of instances/,
		advice: /"Base URL"/,
	});
	expect(details.description).not.toContain('was not sent');
	await control().bend({ status: 404 });
	expect((await failureOf({ parameters: getAll })).error).toContain(host());
});

it.each<[number, INodeParameters, RegExp, RegExp]>([
	[400, text, /values of this item/, /documentation/],
	[408, text, /waited too long/, /Try again later\.$/],
	[409, text, /conflicts/, /instance "demo"/],
	[413, text, /message is too large/, /Shorten/],
	[413, upload, /file is too large/, /smaller/],
	[415, text, /type of content/, /another content type/],
	[415, upload, /files of this type/, /"MIME Type"/],
	[422, text, /values of this item/, /recipient or the content/],
	[422, presence('read'), /values of this item/, /Check/],
	[418, text, /refused the request/, /values of this item/],
])('%d says what happened and what to do', async (status, parameters, what, advice) => {
	await control().bend({ status, message: 'as the service puts it' });
	const details = await expectFailure(parameters, keys.all.key, status, { message: what, advice });
	expect(details.description).toContain('safe to try again');
	expect(details.description).toContain('The service said: “as the service puts it”');
});

it.each<[Fault, RegExp, string]>([
	[{ status: 500 }, /failed while handling/, 'unknown'],
	[{ status: 502 }, /failed while handling/, 'unknown'],
	[{ status: 504 }, /failed while handling/, 'unknown'],
	[{ status: 503 }, /not available/, 'unknown'],
	[{ status: 503, headers: { 'retry-after': '301' } }, /not available/, 'notSent'],
	[{ status: 429, headers: { 'retry-after': '301' } }, /too many requests/, 'notSent'],
	[{ status: 500, headers: { 'retry-after': '0' } }, /failed while handling/, 'unknown'],
])('the error says if the message may have arrived: %j', async (fault, what, delivery) => {
	await control().bend(fault);
	const details = await expectFailure(text, keys.all.key, fault.status ?? 0, {
		message: what,
		advice: /./,
		delivery,
	});
	const sentence = delivery === 'unknown' ? 'may have been delivered' : 'safe to try again';
	expect(details.description).toContain(sentence);
});

it.each([500, 503])('after %d for its upload, a message was not sent', async (status) => {
	await control().bend({ path: '/media$', status });
	await expectFailure(message('image'), keys.all.key, status, {
		message: /./,
		advice: /safe to try again/,
	});
	expect(await control().messages()).toEqual([]);
});

it('a 404 about a stored file does not only blame the instance', async () => {
	const { details } = await failureOf({
		parameters: message('image', { mediaSource: 'storageRef', storageRef: 'gone' }),
	});
	expect(details.code).toBe('MEDIA_NOT_FOUND');
	expect(details.description).toContain('that a storage reference comes from the same instance');
});

it('n8n does not replace our error message with its own', async () => {
	// n8n replaces every message that contains the code of a system error.
	const { error } = await run({ parameters: { ...text, instanceId: byId('ENOTFOUND') } });
	expect(error).toMatchObject({
		message: 'The service answered "not found" for instance "ENOTFOUND" (404)',
		messages: [],
	});
});
