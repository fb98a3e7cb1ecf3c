import fc from 'fast-check';

import { readBody } from '../../nodes/MessagingIntegration/service/responseBody';
import { quoted } from '../../nodes/MessagingIntegration/service/sentences';
import { wordsOfAnswer } from '../../nodes/MessagingIntegration/service/wordsOfAnswer';
import { key } from './support/outcomes';

const said = (answer: unknown, request?: unknown) =>
	wordsOfAnswer(
		readBody(typeof answer === 'string' ? answer : JSON.stringify(answer), key),
		request,
	);

const trace =
	'Error: boom\n    at send (/app/dist/send.js:12:7)\n    at process.processTicksAndRejections (node:internal)';
const uuid = '1b671a64-40d5-491e-99b0-da01ff1f3341';

it.each<[of: string, answer: unknown, words: string[]]>([
	[
		'Evolution API, a field',
		{
			status: 400,
			error: 'Bad Request',
			response: { message: [['instance requires property "text"']] },
		},
		['instance requires property "text"'],
	],
	[
		'Evolution API, a number without an account',
		{
			status: 400,
			error: 'Bad Request',
			response: { message: [{ exists: false, number: '5511999999999' }] },
		},
		['{"exists":false,"number":"5511999999999"}'],
	],
	[
		'Evolution API, a session',
		{ status: 400, error: 'Bad Request', response: { message: ['SessionError: No sessions'] } },
		['SessionError: No sessions'],
	],
	[
		'Evolution API, its database',
		{
			status: 400,
			error: 'Bad Request',
			response: {
				message: [
					"PrismaClientKnownRequestError: \nInvalid `this.prismaRepository.message.create()` invocation in\n/evolution/dist/src/api/whatsapp.baileys.service.js:1545:57\n\n  1542     }\n  1543 }\n→ 1545     yield this.prismaRepository\nCan't reach database server",
				],
			},
		},
		[
			"PrismaClientKnownRequestError: Invalid `this.prismaRepository.message.create()` invocation in Can't reach database server",
		],
	],
	[
		'WAHA',
		{
			error: 'Session status is not as expected. Try again later or restart the session',
			session: 'default',
			status: 'STARTING',
			expected: ['WORKING'],
		},
		['Session status is not as expected. Try again later or restart the session'],
	],
	[
		'WAHA, an exception',
		{
			statusCode: 500,
			timestamp: '2025-10-17T10:00:45.551Z',
			exception: {
				message: 'Session closed. Most likely the page has been closed.',
				stack: trace,
				name: 'Error',
			},
			request: { path: '/api/sendText', method: 'POST' },
			version: { version: '2025.9', engine: 'WEBJS' },
		},
		['Session closed. Most likely the page has been closed.'],
	],
	[
		'WPPConnect',
		{
			response: null,
			status: 'Connected',
			message: 'O número 5511 não existe.',
			session: 'Sessao',
		},
		['O número 5511 não existe.'],
	],
	[
		'WPPConnect, not connected',
		{ response: null, status: 'Disconnected', message: 'A sessão do WhatsApp não está ativa.' },
		['A sessão do WhatsApp não está ativa.'],
	],
	['whatsapp-api', { success: false, error: 'session_not_connected' }, ['session_not_connected']],
	[
		'Green API',
		{
			statusCode: 466,
			timestamp: '2026-01-01T00:00:00.000Z',
			path: '/waInstance1/sendMessage',
			message:
				'Monthly quota has been exceeded. You can send messages to these correspondents only',
			correspondentsStatus: {
				method: 'sendMessage',
				used: 3,
				total: 3,
				status: 'CORRESPONDENTS_QUOTE_EXCEEDED',
			},
		},
		['Monthly quota has been exceeded. You can send messages to these correspondents only'],
	],
	['UltraMsg', { error: [{ to: 'wrong number format' }] }, ['wrong number format']],
	[
		'Twilio',
		{
			code: 21211,
			message: "The 'To' number 123 is not a valid phone number.",
			more_info: 'https://www.twilio.com/docs/errors/21211',
			status: 400,
		},
		["The 'To' number 123 is not a valid phone number."],
	],
	[
		'Meta',
		{
			error: {
				message: '(#131030) Recipient phone number not in allowed list',
				type: 'OAuthException',
				code: 131030,
				error_data: {
					messaging_product: 'whatsapp',
					details:
						'Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.',
				},
				error_subcode: 2655007,
				fbtrace_id: 'AI5Ob2z72R0JAUB5zOF-nao',
			},
		},
		[
			'Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.',
		],
	],
	[
		'Infobip',
		{
			requestError: {
				serviceException: {
					messageId: 'BAD_REQUEST',
					text: 'Bad Request',
					validationErrors: { 'messages[0].to': ['must not be blank'] },
				},
			},
		},
		['messages[0].to: must not be blank'],
	],
	[
		'Infobip, a login',
		{
			requestError: {
				serviceException: { messageId: 'UNAUTHORIZED', text: 'Invalid login details' },
			},
		},
		['Invalid login details'],
	],
	[
		'Infobip, new',
		{
			errorCode: 'E400',
			description: 'Request cannot be processed.',
			action: 'Check the syntax, violations and adjust the request.',
			violations: [{ property: 'content.text', violation: 'size must be between 1 and 4096' }],
			resources: [{ name: 'API documentation', url: 'https://www.infobip.com/docs/api' }],
		},
		[
			'content.text: size must be between 1 and 4096',
			'Check the syntax, violations and adjust the request.',
		],
	],
	[
		'Vonage',
		{
			type: 'https://developer.vonage.com/api-errors#low-balance',
			title: 'You do not have enough credit',
			detail: 'Your current balance is 30, but that costs 50.',
			instance: uuid,
		},
		['Your current balance is 30, but that costs 50.', 'You do not have enough credit'],
	],
	[
		'Vonage SMS',
		{ 'message-count': '1', messages: [{ status: '4', 'error-text': 'Bad Credentials' }] },
		['Bad Credentials'],
	],
	[
		'MessageBird',
		{ errors: [{ code: 9, description: 'no (correct) recipients found', parameter: 'recipient' }] },
		['recipient: no (correct) recipients found'],
	],
	[
		'Sinch',
		{
			code: '422',
			error: 'Invalid parameters',
			message: 'The request could not be understood by the server due to malformed syntax.',
			details: {
				fieldViolations: [{ field: 'to', description: 'The (+15551) is not a valid phone number' }],
			},
		},
		[
			'to: The (+15551) is not a valid phone number',
			'The request could not be understood by the server due to malformed syntax.',
		],
	],
	[
		'Bandwidth',
		{
			type: 'request-validation',
			description: 'Your request could not be accepted',
			fieldErrors: [
				{
					fieldName: 'from',
					description: "'+invalid' must be replaced with a valid E164 formatted telephone number",
				},
			],
		},
		[
			"from: '+invalid' must be replaced with a valid E164 formatted telephone number",
			'Your request could not be accepted',
		],
	],
	[
		'smsmode',
		{
			title: 'Bad Request',
			message: 'Query parameter: startDate invalid',
			detail: 'Must be today or earlier',
			type: 'https://dev.smsmode.com/commons/errors/400.001',
			status: '400',
			errorCode: '400.001',
		},
		['Must be today or earlier', 'Query parameter: startDate invalid'],
	],
	[
		'Groupcall',
		[{ WarningMessages: ['Message exceeds maximum length'], errorMsg: null, MessageSentId: 0 }],
		['Message exceeds maximum length'],
	],
	[
		'Rakuten',
		{ result_code: '100', result_message: 'Un-parsable Request Document', client_reference: 'r1' },
		['Un-parsable Request Document'],
	],
	['Clickatell', 'ERR: 114, Cannot route message', ['ERR: 114, Cannot route message']],
	[
		'Telegram',
		{ ok: false, error_code: 400, description: 'Bad Request: chat not found' },
		['Bad Request: chat not found'],
	],
	['Slack', { ok: false, error: 'channel_not_found' }, ['channel_not_found']],
	[
		'Slack, arguments',
		{
			ok: false,
			error: 'invalid_arguments',
			response_metadata: { messages: ['[ERROR] missing required field: channel'] },
		},
		['[ERROR] missing required field: channel'],
	],
	[
		'Discord',
		{
			code: 50035,
			errors: {
				content: {
					_errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }],
				},
			},
			message: 'Invalid Form Body',
		},
		['content: Must be 2000 or fewer in length.', 'Invalid Form Body'],
	],
	[
		'Laravel',
		{
			message: 'The to field is required. (and 1 more error)',
			errors: { to: ['The to field is required.'], text: ['The text field is required.'] },
		},
		['The to field is required.', 'The text field is required.'],
	],
	[
		'Laravel, older',
		{ message: 'The given data was invalid.', errors: { to: ['required'] } },
		['to: required'],
	],
	[
		'Laravel, a debugger',
		{
			message: 'Device is offline',
			exception: 'App\\Exceptions\\DeviceException',
			file: '/var/www/app/Device.php',
			line: 12,
			trace: [{ file: '/var/www/a.php', line: 3, function: 'send the message now', class: 'App' }],
		},
		['Device is offline'],
	],
	[
		'Nest',
		{
			statusCode: 400,
			message: ['to must be a string', 'text should not be empty'],
			error: 'Bad Request',
		},
		['to must be a string', 'text should not be empty'],
	],
	['Nest, nothing else', { statusCode: 400, message: 'Bad Request' }, ['Bad Request']],
	[
		'FastAPI',
		{
			detail: [
				{
					type: 'missing',
					loc: ['body', 'content', 'text'],
					msg: 'Field required',
					input: {},
					url: 'https://errors.pydantic.dev/2.5/v/missing',
				},
			],
		},
		['content.text: Field required'],
	],
	['FastAPI, words', { detail: 'Instance is not paired' }, ['Instance is not paired']],
	[
		'Django REST',
		{ to: ['This field may not be blank.'], non_field_errors: ['The account is blocked.'] },
		['The account is blocked.', 'This field may not be blank.'],
	],
	[
		'Flask',
		'<!doctype html>\n<html lang=en>\n<title>400 Bad Request</title>\n<h1>Bad Request</h1>\n<p>The browser (or proxy) sent a request that this server could not understand.</p>',
		['The browser (or proxy) sent a request that this server could not understand.'],
	],
	[
		'Spring',
		{
			timestamp: '2026-01-01T10:00:00.000+00:00',
			status: 400,
			error: 'Bad Request',
			message: "Validation failed for object='sendRequest'. Error count: 1",
			errors: [
				{
					codes: ['NotBlank.sendRequest.to'],
					defaultMessage: 'must not be blank',
					objectName: 'sendRequest',
					field: 'to',
					rejectedValue: '',
					bindingFailure: false,
					code: 'NotBlank',
				},
			],
			path: '/api/v1/instances/a/messages',
		},
		['to: must not be blank', "Validation failed for object='sendRequest'. Error count: 1"],
	],
	[
		'Spring, a trace',
		{
			timestamp: '2026-01-01T10:00:00.000+00:00',
			status: 500,
			error: 'Internal Server Error',
			trace: `java.lang.IllegalStateException: Session closed\n\tat com.example.Send.send(Send.java:10)`,
			message: 'Session closed',
			path: '/x',
		},
		['Session closed'],
	],
	[
		'ASP.NET',
		{
			type: 'https://tools.ietf.org/html/rfc7231#section-6.5.1',
			title: 'One or more validation errors occurred.',
			status: 400,
			traceId: '00-84c1fd4063c38d9f3900d06e56542d48-85d1d4-00',
			errors: { To: ['The To field is required.'] },
		},
		['The To field is required.'],
	],
	[
		'RFC 9457',
		{
			type: 'about:blank',
			title: 'Not Found',
			status: 404,
			detail: 'No instance has this number',
			instance: '/api/v1/instances/x',
		},
		['No instance has this number'],
	],
	[
		'JSON:API',
		{
			errors: [
				{
					id: uuid,
					status: '422',
					code: '123',
					title: 'Invalid Attribute',
					source: { pointer: '/data/attributes/to' },
					detail: 'Must be a phone number.',
				},
			],
		},
		['to: Must be a phone number.', 'to: Invalid Attribute'],
	],
	[
		'GraphQL',
		{
			errors: [
				{
					message: 'The instance is paused',
					locations: [{ line: 1, column: 3 }],
					extensions: { code: 'PAUSED', stacktrace: [trace] },
				},
			],
			data: null,
		},
		['The instance is paused'],
	],
	['gRPC gateway', { code: 9, message: 'device not paired', details: [] }, ['device not paired']],
	[
		'Google',
		{
			error: {
				code: 400,
				message: 'Invalid JSON payload received. Unknown name "x": Cannot find field.',
				status: 'INVALID_ARGUMENT',
				details: [
					{
						'@type': 'type.googleapis.com/google.rpc.BadRequest',
						fieldViolations: [{ field: 'to', description: 'Not a number: abc' }],
					},
				],
			},
		},
		[
			'to: Not a number: abc',
			'Invalid JSON payload received. Unknown name "x": Cannot find field.',
		],
	],
	[
		'AWS',
		{
			__type: 'InvalidParameterException',
			message:
				'Phone number is not valid (Service: AmazonSNS; Status Code: 400; Request ID: 8a3f-1; Proxy: null)',
		},
		['Phone number is not valid'],
	],
	[
		'Azure',
		{
			error: {
				code: 'BadArgument',
				message: 'Multiple errors in the channel data',
				target: 'ChannelData',
				details: [
					{ code: 'NullValue', target: 'PhoneNumber', message: 'Phone number must not be null' },
				],
			},
		},
		[
			'PhoneNumber: Phone number must not be null',
			'ChannelData: Multiple errors in the channel data',
		],
	],
	[
		'OAuth',
		{ error: 'invalid_request', error_description: 'the device was logged out' },
		['the device was logged out'],
	],
	[
		'validation with a message',
		{ message: 'Validation failed', errors: [{ message: 'number is not registered' }] },
		['number is not registered'],
	],
	[
		'a detail below a general title',
		{ title: 'Bad Request', errors: [{ detail: 'instance is disconnected' }] },
		['instance is disconnected'],
	],
	[
		'express-validator',
		{ errors: [{ type: 'field', value: '', msg: 'Invalid value', path: 'to', location: 'body' }] },
		['to: Invalid value'],
	],
	[
		'zod',
		{
			success: false,
			error: {
				issues: [
					{
						code: 'invalid_type',
						expected: 'string',
						received: 'undefined',
						path: ['content', 'text'],
						message: 'Required',
					},
				],
				name: 'ZodError',
			},
		},
		['content.text: Required'],
	],
	[
		'Joi',
		{
			statusCode: 400,
			error: 'Bad Request',
			message: '"to" is required',
			validation: { body: { source: 'body', keys: ['to'], message: '"to" is required' } },
		},
		['"to" is required'],
	],
	[
		'Fastify',
		{
			statusCode: 400,
			code: 'FST_ERR_VALIDATION',
			error: 'Bad Request',
			message: "body must have required property 'to'",
		},
		["body must have required property 'to'"],
	],
	[
		'Express',
		'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot POST /api/v1/instances/a/messages</pre>\n</body>\n</html>',
		['Cannot POST /api/v1/instances/a/messages'],
	],
	[
		'axios',
		{
			message: 'Request failed with status code 400',
			name: 'AxiosError',
			stack: trace,
			code: 'ERR_BAD_REQUEST',
			status: 400,
			config: {
				headers: { Accept: 'application/json, text/plain, */*' },
				url: 'http://engine:3000/send',
			},
		},
		['Request failed with status code 400'],
	],
	[
		'words of another service in a text',
		{
			error:
				'400 - "{\\"status\\":400,\\"error\\":\\"Bad Request\\",\\"response\\":{\\"message\\":[\\"The number is not registered\\"]}}"',
		},
		['The number is not registered'],
	],
	['a Lambda', { statusCode: 400, body: '{"message":"The queue is full"}' }, ['The queue is full']],
	[
		'XML',
		'<?xml version="1.0"?><Error><Code>InvalidNumber</Code><Message>The number &quot;12&quot; is too short</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>',
		['The number "12" is too short'],
	],
	[
		'SOAP',
		'<soap:Envelope xmlns:soap="x"><soap:Body><soap:Fault><faultcode>soap:Client</faultcode><faultstring>Account is suspended</faultstring></soap:Fault></soap:Body></soap:Envelope>',
		['Account is suspended'],
	],
	[
		'nginx',
		'<html>\r\n<head><title>413 Request Entity Too Large</title></head>\r\n<body>\r\n<center><h1>413 Request Entity Too Large</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>',
		['413 Request Entity Too Large'],
	],
	[
		'Cloudflare',
		'<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head><body><h1>Sorry, you have been blocked</h1></body></html>',
		['Attention Required! | Cloudflare'],
	],
	['plain words', 'No credit left.\n', ['No credit left.']],
	[
		'a Python trace',
		'Traceback (most recent call last):\n  File "/srv/app.py", line 12, in send\n    raise ValueError("x")\nValueError: number is not registered\n',
		['ValueError: number is not registered'],
	],
	[
		'PHP',
		'PHP Fatal error:  Uncaught Exception: No device in /var/www/html/send.php:12\nStack trace:\n#0 {main}\n  thrown in /var/www/html/send.php on line 12',
		['PHP Fatal error: Uncaught Exception: No device'],
	],
	[
		'PHP with tags',
		'<br />\n<b>Warning</b>:  fsockopen(): Unable to connect to 10.0.0.1:9000 in <b>/var/www/x.php</b> on line <b>12</b><br />',
		['Warning : fsockopen(): Unable to connect to 10.0.0.1:9000'],
	],
	['Chinese', { code: 40013, msg: '号码未注册' }, ['号码未注册']],
	['only a code', { code: 'DEVICE_OFFLINE' }, ['DEVICE_OFFLINE']],
	[
		'a code beside a general word',
		{ error: 'Bad Request', code: 'RECIPIENT_BLOCKED' },
		['RECIPIENT_BLOCKED'],
	],
	[
		'only codes, at the fields of the request',
		{ errors: { 'content.text': [{ code: 'too_long' }], to: [{ code: 'invalid' }] } },
		['content.text: too_long', 'to: invalid'],
	],
	[
		'only a code, beside its field',
		{ error: { code: 'INVALID_PARAM', param: 'to' } },
		['to: INVALID_PARAM'],
	],
	['only a number', { code: 1042 }, ['{"code":1042}']],
	[
		'nothing that it means',
		{ status: 400, path: '/api/v1', timestamp: '2026-01-01T00:00:00Z' },
		['{"status":400,"path":"/api/v1","timestamp":"2026-01-01T00:00:00Z"}'],
	],
	[
		'a general text and a field',
		{ message: 'Validation error', fields: { to: 'invalid' } },
		['to: invalid'],
	],
	['nothing', {}, []],
	['an empty list', [], []],
])('says what the answer of a service says: %s', (_, answer, words) => {
	expect(said(answer)).toEqual(words);
});

it('does not take the message that a service repeats for its own words', () => {
	const request = {
		to: '12025554567',
		content: { type: 'text', text: 'Dear Ada,\nyour parcel  is here.' },
	};
	const answer = {
		error: 'Bad Request',
		request: { content: { text: 'Dear Ada,\nyour parcel  is here.' } },
	};
	expect(said(answer, request)).not.toContain('Dear Ada, your parcel is here.');
	expect(said({ ...answer, reason: 'The chat is archived' }, request)).toEqual([
		'The chat is archived',
	]);
});

it('quotes at most three texts, and 300 characters of them', () => {
	const many = ['A', 'B', 'C', 'D'].map((number) => ({
		message: `Field ${number} is wrong`,
	}));
	expect(said({ errors: many })).toEqual([
		'Field A is wrong',
		'Field B is wrong',
		'Field C is wrong',
	]);
	const [long, ...others] = said({
		errors: [{ message: `Too ${'very '.repeat(100)}long` }, { message: 'It is wrong' }],
	});
	expect(long).toHaveLength(301);
	expect(others).toEqual([]);
});

it('finds the words wherever they stand, and never shows an address, an id or a trace', () => {
	const word = fc.constantFrom(
		'data',
		'error',
		'errors',
		'details',
		'response',
		'body',
		'x',
		'result',
	);
	const noise = fc.constantFrom<[string, unknown]>(
		['timestamp', '2026-01-01T00:00:00.000Z'],
		['requestId', uuid],
		['path', '/api/v1/instances/a/messages'],
		['stack', trace],
		['url', 'https://api.example.com/errors/7'],
		['status', 400],
		['error', 'Bad Request'],
		['type', 'https://example.com/probs/x'],
	);
	fc.assert(
		fc.property(
			fc.array(fc.tuple(word, fc.boolean(), fc.array(noise)), { maxLength: 6 }),
			fc.array(noise),
			(levels, more) => {
				const words = 'The number is not registered.';
				const around = (inside: unknown, beside: Array<[string, unknown]>, name: string) => ({
					...Object.fromEntries(beside),
					[name]: inside,
				});
				const answer = levels.reduce<unknown>(
					(inside, [name, isList, beside]) => around(isList ? [inside] : inside, beside, name),
					around(words, more, 'message'),
				);
				expect(said(answer)).toEqual([expect.stringContaining(words)]);
				expect(said(answer)[0]).toMatch(/^(?:\w+: )?The/);
			},
		),
	);
});

it('says something on one line, without markup, whatever a service answers', () => {
	fc.assert(
		fc.property(
			fc.oneof(
				fc.json(),
				fc.string({ unit: 'binary' }),
				fc.object().map((value) => JSON.stringify(value)),
			),
			(text) => {
				const words = wordsOfAnswer(readBody(text, key));
				expect(words.length).toBeLessThanOrEqual(3);
				for (const one of words) expect(one).toMatch(/^[^\n<>]{1,301}$/u);
			},
		),
		{ numRuns: 2000 },
	);
});

it("quotes on one line, and keeps markup out of n8n's editor", () => {
	expect(quoted(' a\r\n\tb\u2028c  <img src=x> ')).toBe('a b c ‹img src=x›');
});

it('shortens quotes to 300 characters and never splits a character', () => {
	expect(quoted('a'.repeat(300))).toBe('a'.repeat(300));
	expect(quoted('😀'.repeat(301))).toBe(`${'😀'.repeat(300)}…`);
	expect(quoted(`a${'😀'.repeat(400)}`)).toBe(`a${'😀'.repeat(299)}…`);
});
