import type { INodeParameters } from 'n8n-workflow';
import { indications } from '../../dev/sandbox/message';
import { keys } from '../../dev/sandbox/accounts';
import type { Fault } from '../../dev/sandbox/sandboxControl';
import { engineOnSandbox } from './support/engineOnSandbox';
import { anyText, textLike } from './support/matchers';
import { byId, getAll, message, photo, presence, text, upload } from './support/parameters';

const { run, control, failureOf } = engineOnSandbox();

const items = [{ binary: { data: photo } }];
const recipient = text.to;

interface Expected {
	message: RegExp;
	/** What the user should do. */
	advice: RegExp;
	code?: unknown;
	delivery?: string;
	apiKey?: string;
}

async function expectFailure(
	parameters: INodeParameters,
	httpStatus: number,
	{ message, advice, code = anyText, delivery = 'notSent', apiKey = keys.all.key }: Expected,
) {
	const { error, details } = await failureOf({ items, parameters, credential: { apiKey } });
	expect(error).toMatch(message);
	expect(error).toContain(String(httpStatus));
	expect(details).toEqual({
		...(details.to !== undefined && { to: recipient }),
		...(details.fileName !== undefined && { fileName: photo.fileName }),
		description: textLike(advice),
		httpStatus,
		code,
		delivery,
		reason: anyText,
	});
	expect(`${error} ${details.description}`).not.toMatch(/[{}<>]|undefined/);
	return details;
}

const unknown = 'sandbox_live_unknown';
const forbidden = { apiKey: keys.none.key, code: 'Forbidden' };
const code = 'NOT_SUPPORTED_BY_ENGINE';
const noPoll = /another content type or another instance/;
const toInstance = (parameters: INodeParameters, id: string) => ({
	...parameters,
	instanceId: byId(id),
});
const poll = message('poll', { specifyContent: 'json', contentJson: '{ "question": "Tea?" }' });

it.each<[number, RegExp, RegExp, INodeParameters, Partial<Expected>]>([
	[403, /^The service refuses this request/, /scope "instances:read".*"By ID"/, getAll, forbidden],
	[403, /^The service refuses this message/, /scope "messages:send"/, text, forbidden],
	[401, /does not accept the API key/, /"API Key" and "Authentication"/, text, { apiKey: unknown }],
	[404, /instance "no ‹such› one"/, /"Instance"/, toInstance(text, 'no <such> one'), {}],
	[
		422,
		/^Instance "basic" cannot send the content type "poll"/,
		noPoll,
		toInstance(poll, 'basic'),
		{ code },
	],
	[
		422,
		/^Instance "minimal" does not support this operation/,
		/another instance/,
		toInstance(presence('typing'), 'minimal'),
		{ code },
	],
])(
	'%d names what is wrong, %s, and what helps, %s',
	async (status, what, advice, parameters, more) => {
		await expectFailure(parameters, status, { message: what, advice, ...more });
	},
);

it.each([upload, ...indications.map((one) => presence(one))])(
	'403 lists the known scopes if the reference names none for the operation: %j',
	async (parameters) => {
		await control().bend({ status: 403, code: 'Forbidden' });
		const advice = /may lack a scope.*documentation says which one.*messages:send.*webhooks:manage/;
		await expectFailure(parameters, 403, {
			message: /^The service refuses .*"Forbidden"$/,
			advice,
			code: 'Forbidden',
		});
	},
);

it.each<[number, INodeParameters, RegExp, RegExp]>([
	[400, text, /^The service refuses this message/, /documentation/],
	[409, text, /conflicts/, /instance "demo"/],
	[413, text, /message is too large/, /Shorten/],
	[413, upload, /file is too large/, /smaller/],
	[415, text, /type of content/, /another content type/],
	[415, upload, /files of this type/, /"MIME Type"/],
	[422, text, /^The service refuses this message/, /recipient or the content/],
	[422, presence('read'), /^The service refuses this indication/, /Correct/],
	[418, text, /^The service refuses this message/, /Correct this item/],
])('%d says what happened and what to do', async (status, parameters, what, advice) => {
	await control().bend({ status, message: 'as the service puts it' });
	const details = await expectFailure(parameters, status, {
		message: new RegExp(`${what.source}.* \\(${status}\\): "as the service puts it", "\\w+"$`),
		advice,
	});
	expect(/safe to try again\.$/.test(String(details.description))).toBe(status === 409);
});

it.each<[Fault, RegExp, string]>([
	[{ status: 500 }, /failed while handling/, 'unknown'],
	[{ status: 408 }, /took too long/, 'unknown'],
	[{ status: 499 }, /took too long/, 'unknown'],
	[{ status: 408, carryOut: true }, /took too long/, 'unknown'],
	[{ status: 504 }, /takes too long for the proxy/, 'unknown'],
	[{ status: 503 }, /not available/, 'unknown'],
	[{ status: 503, headers: { 'retry-after': '301' } }, /not available/, 'notSent'],
	[{ status: 429, headers: { 'retry-after': '301' } }, /too many requests/, 'notSent'],
	[{ status: 500, headers: { 'retry-after': '0' } }, /failed while handling/, 'unknown'],
])('the error says if the message may have arrived: %j', async (fault, what, delivery) => {
	await control().bend(fault);
	const expected = { message: what, advice: /./, delivery };
	const details = await expectFailure(text, fault.status ?? 0, expected);
	const sentence = delivery === 'unknown' ? 'may have been delivered' : 'safe to try again';
	expect(details.description).toContain(sentence);
});

it.each([500, 503])('after %d for its upload, a message was not sent', async (status) => {
	await control().bend({ path: '/media$', status, count: 3 });
	await expectFailure(message('image'), status, { message: /./, advice: /safe to try again/ });
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
		message:
			'The service answered "not found" for instance "ENOTFOUND" (404): "There is no instance ENOTFOUND.", "NotFound"',
		messages: [],
	});
});

it('a message that names a system error does not replace ours', async () => {
	await control().bend({ status: 500, message: 'upstream ECONNREFUSED ENOTFOUND EPERM' });
	const { error } = await run({ parameters: text });
	expect(error?.message).toBe(
		'1 message may have arrived. The service failed while handling the request (500): "upstream ECONNREFUSED ENOTFOUND EPERM", "InternalServerError"',
	);
});

it('a message with the word "canceled" does not count as a stopped execution', async () => {
	await control().bend({ status: 400, message: 'This number was canceled' });
	const { error, run: ended } = await run({ parameters: text });
	expect(error?.message).toContain('"This number was cancelled"');
	expect(ended.status).toBe('error');
});

it('a 403 for one person does not blame the key that has sent to others', async () => {
	const words = 'This recipient has blocked you.';
	await control().bend({ skip: 1, status: 403, code: 'RECIPIENT_BLOCKED', message: words });
	const { items: sent } = await run({
		items: ['1001', '1002', '1003'].map((to) => ({ json: { to } })),
		parameters: { ...text, to: '={{ $json.to }}', options: { concurrency: 1 } },
		onError: 'continueRegularOutput',
	});
	expect(sent[1]?.json).toMatchObject({
		error: `The service refuses this message (403): "${words}", "RECIPIENT_BLOCKED"`,
		details: { reason: 'refused', code: 'RECIPIENT_BLOCKED', delivery: 'notSent' },
	});
	expect(JSON.stringify(sent)).not.toContain('scope');
});
