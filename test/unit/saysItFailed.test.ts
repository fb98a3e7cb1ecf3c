import fc from 'fast-check';

import { accepted, processingOf } from '../../nodes/MessagingIntegration/service/meaningOfStatus';
import type { Answer } from '../../nodes/MessagingIntegration/service/outcome';
import { readBody } from '../../nodes/MessagingIntegration/service/responseBody';
import { saysItFailed } from '../../nodes/MessagingIntegration/service/saysItFailed';
import { answer, jsonAnswer, key } from './support/outcomes';

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

it.each<[of: string, body: unknown]>([
	['a flag', { success: false, error: 'PHONE_NOT_ON_SERVICE' }],
	['a flag beside an ID', { id: 'm1', success: false }],
	['a status that is false', { status: false, reason: 'device disconnected' }],
	['a flag as text', { sent: 'false' }],
	['0 for success', { success: 0, failure: 1 }],
	['ok', { ok: false, error: 'channel_not_found' }],
	['capitals', { Success: false, Message: 'No credit' }],
	['a status in words', { status: 'error', message: 'no' }],
	['a status in capitals', { status: 'FAILED', id: 'm1' }],
	['a result', { result: 'error' }],
	['a rejection', { id: 'm1', status: 'rejected' }],
	['a code', { code: 500, msg: 'send failed' }],
	['a code as text', { statusCode: '400', message: 'x' }],
	['a code of its own', { code: 1042, msg: 'number not known' }],
	['an error', { error: 'device offline' }],
	['an error that is true', { error: true, msg: 'x' }],
	['an error with details', { error: { code: 4, message: 'x' } }],
	['errors', { errors: [{ message: 'x' }] }],
	['errors that have IDs themselves', { errors: [{ id: 'e1', title: 'x' }] }],
	['errors beside no data', { data: null, errors: [{ message: 'x' }] }],
	['an error beside the ID of a request', { error: 'x', requestId: 'r1', instanceId: 'demo' }],
	['WPPConnect', { status: 'success', response: [{ id: 'm1', isSendFailure: true }] }],
	[
		'Vonage',
		{ 'message-count': '1', messages: [{ status: '4', 'error-text': 'Bad Credentials' }] },
	],
	['Groupcall', [{ errorMsg: 'No recipients', MessageSentId: 0, MessageId: null }]],
	['a list with the message', [{ status: 'error', message: 'invalid number' }]],
	['a list with the message and its ID', [{ id: 'm1', status: { type: 'FAILED' } }]],
	['a list in an object', { results: [{ id: 'm1', status: 'rejected' }] }],
	['an answer in another one', { data: { success: false, error: 'x' } }],
	[
		'Infobip',
		{
			messages: [
				{
					to: '1',
					messageId: 'm1',
					status: { groupId: 5, groupName: 'REJECTED', id: 6, name: 'REJECTED_NETWORK' },
				},
			],
		},
	],
	['a code beside a list of who was sent to', { sent: [{ to: '1', error: 'bad' }], code: 500 }],
	['a list of who failed', { sent: [], failed: [{ to: '1', error: 'blocked' }] }],
	['a list of rejected numbers', { accepted: [], rejected: ['1'] }],
	['a count of rejected ones', { accepted: 0, rejected: 1 }],
	['invalid numbers', { messages: [], invalid_numbers: ['1'] }],
	['a count of failed ones', { status: 'partial', sent_count: 0, failed_count: 1 }],
	['BulkSMS', { id: 'm1', status: { type: 'FAILED' } }],
	['MSG91', { type: 'error', message: 'Invalid authkey' }],
	['Fast2SMS', { return: false, status_code: 412, message: 'Invalid Authentication' }],
	['Textlocal', { errors: [{ code: 32, message: 'Invalid number format' }], status: 'failure' }],
	[
		'Tencent Cloud',
		{ Response: { Error: { Code: 'FailedOperation', Message: 'x' }, RequestId: 'r1' } },
	],
	['Zulip', { result: 'error', msg: 'Stream does not exist', code: 'STREAM_DOES_NOT_EXIST' }],
	['a code of the message', { results: [{ status: 400, message: 'bad number' }] }],
	['a code in another answer', { data: { statusCode: 400, message: 'Number not registered' } }],
	['a code in a list', [{ status: 401, message: 'bad' }]],
	['a count of what failed', { sent: 0, failed: 1 }],
	['plain words', 'ERROR: invalid API key'],
	['plain words of Clickatell', 'ERR: 114, Cannot route message'],
	['plain words of SMSAPI', 'ERROR:14'],
	['words in JSON', '"Error sending the message"'],
	['false', false],
	['XML', '<?xml version="1.0"?><response><success>false</success></response>'],
])('an answer below 300 can say that it failed: %s', (_, body) => {
	for (const status of [200, 201, 202, 207]) {
		const outcome = answer(status, textOf(body));
		expect(accepted(outcome)).toBe(false);
		expect(processingOf(outcome)).toBe('unknown');
	}
});

it.each<[of: string, body: unknown]>([
	['nothing', ''],
	['null', null],
	['words', 'OK'],
	['an ID in plain words', 'ID: 5f2c'],
	['words that begin alike', 'Errand accepted'],
	['a state', { status: 'queued' }],
	[
		'a state that comes first',
		{ status: 'PENDING', key: { id: 'BAE5' }, message: { conversation: 'Error: no payment' } },
	],
	['no error', { error: false, id: 'm1' }],
	['an empty error', { error: '', id: 'm1' }],
	['the word none', { error: 'none' }],
	['no errors', { errors: [] }],
	['an error without a code', { error: { code: 0, message: '' } }],
	['a warning beside an ID', { id: 'm1', error: 'no thumbnail' }],
	['a warning beside the ID of a message', { messageId: 'm1', errors: ['no thumbnail'] }],
	['a code for success', { code: 0, msg: 'ok' }],
	['a code of HTTP', { code: 200, statusCode: 202 }],
	['another code for success', { code: 1000, msg: 'success' }],
	['a number beside an ID', { id: 'm1', code: 482913 }],
	['Vonage', { messages: [{ to: '1', 'message-id': 'm1', status: '0', 'message-price': '0.03' }] }],
	['Twilio', { sid: 'SM1', status: 'queued', error_code: null, error_message: null }],
	[
		'Meta',
		{
			messaging_product: 'whatsapp',
			contacts: [{ wa_id: '1' }],
			messages: [{ id: 'wamid.1', message_status: 'accepted' }],
		},
	],
	[
		'Infobip',
		{
			messages: [
				{
					to: '1',
					messageId: 'm1',
					status: { groupId: 1, groupName: 'PENDING', name: 'PENDING_ACCEPTED' },
				},
			],
		},
	],
	['UltraMsg', { sent: 'true', message: 'ok', id: 1 }],
	['Maytapi', { success: true, data: { chatId: '1@c.us', msgId: 'm1' } }],
	['Whapi', { sent: true, message: { id: 'm1', status: 'pending', error: null } }],
	['Telnyx', { data: { id: 'm1', errors: [], to: [{ status: 'queued' }] } }],
	[
		'ClickSend',
		{ http_code: 200, response_code: 'SUCCESS', data: { messages: [{ status: 'SUCCESS' }] } },
	],
	['Wassenger', { id: 'm1', status: 'queued', webhookStatus: 'pending', failures: [] }],
	[
		"Africa's Talking",
		{
			SMSMessageData: {
				Message: 'Sent to 1/1',
				Recipients: [{ statusCode: 101, status: 'Success' }],
			},
		},
	],
	[
		'WPPConnect',
		{ status: 'success', response: [{ id: 'm1', ack: 0, isSendFailure: false }], mapper: 'return' },
	],
	['a code of a message with an ID', { data: { id: 'm1', code: 450 } }],
	['a code that a message shows', { message: { code: 482913 } }],
	['a count of none', { sent: 1, failed: 0 }],
	['counts of all messages', { success: true, sent: 12, failed: 3 }],
	['a count of one beside others that were sent', { sent: 12, failed: 1 }],
	['a count within a success', { success: true, data: { failed: 1 } }],
	['a code within a success', { success: true, data: { code: 404 } }],
	['a code beside the ID of the message', { id: 'm1', data: { code: 404 } }],
	['a count of earlier tries beside an ID', { id: 'm1', failed: 2 }],
	['Green API', { idMessage: 'BAE5F4886F6F2D05' }],
	['Viber', { status: 0, status_message: 'ok', message_token: '5741311803571721087' }],
	['not delivered yet', { id: 'm1', delivered: false, read: false }],
	[
		'the message, repeated',
		{ id: 'm1', content: { type: 'text', text: 'failed', status: 'error' } },
	],
	['a stored file', { storageRef: 'a', error: 'no thumbnail' }],
	[
		'a part of a list',
		{ instances: [{ id: 'a' }, { id: 'b' }], errors: [{ message: 'c is away' }] },
	],
	['an empty list of rejected ones', { accepted: ['1'], rejected: [] }],
	['a list with nothing in it', { rejected: [''] }],
	['a recipient of several who failed', { accepted: ['1'], rejected: ['2'], messageId: 'm1' }],
])('an answer below 300 that does not say so is a success: %s', (_, body) => {
	expect(saysItFailed(readBody(textOf(body), key))).toBe(false);
	expect(processingOf(answer(200, textOf(body)))).toBe('processed');
});

it.each<[of: string, body: unknown]>([
	['one broken instance', [{ id: 'a', status: 'failed', error: 'offline' }]],
	['one in an object', { data: [{ id: 'a', status: 'error' }] }],
	['one that counts messages', [{ instanceId: 'a', sent: 0, failed: 1 }]],
	['one beside a count', { total: 3, failed: 1, instances: [{ instanceId: 'a' }] }],
	['one with a code', { data: { name: 'a', state: 'open', code: 401 } }],
])('a list that was asked for does not fail because of its only entry: %s', (_, body) => {
	const list = { ...(answer(200, textOf(body)) as Answer), isList: true };
	expect(processingOf(list)).toBe('processed');
});

it('an answer without a word about failure is a success, whatever it holds', () => {
	const names = fc.constantFrom(
		'id',
		'to',
		'timestamp',
		'data',
		'content',
		'x',
		'messageId',
		'status',
	);
	const values = fc.oneof(
		fc.constantFrom('queued', 'sent', 'Ada', '2026-01-01'),
		fc.nat(399),
		fc.constant(true),
		fc.constant(null),
	);
	fc.assert(
		fc.property(fc.object({ key: names, values: [values], maxDepth: 3 }), (body) => {
			expect(accepted(jsonAnswer(200, body))).toBe(true);
		}),
	);
});
