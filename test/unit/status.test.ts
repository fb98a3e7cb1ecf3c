import { asksToSlowDown, wasProcessed } from '../../nodes/MessagingIntegration/service/status';
import { allReasons, answer, broken, describedFailure, jsonAnswer } from './support/outcomes';
import { operations, requestOf, unread } from './support/outcomes';
import { nginxPage } from './support/pages';

const retryAfter = { 'retry-after': '1' };
const statuses = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('counts every 2xx status as processed, but a web page with one as unknown', () => {
	for (const status of statuses(200, 299)) {
		expect(wasProcessed(answer(status))).toBe('yes');
		expect(wasProcessed(answer(status, '<html></html>'))).toBe('perhaps');
	}
});

it('counts every 3xx and 4xx status but 303, 408 and 499 as not processed, with or without Retry-After', () => {
	for (const status of statuses(300, 499).filter((each) => ![303, 408, 499].includes(each))) {
		expect(wasProcessed(answer(status))).toBe('no');
		expect(wasProcessed(answer(status, '', retryAfter))).toBe('no');
	}
});

it.each([
	[303, 'the request was processed'],
	[408, 'a time limit ended the wait, perhaps while the request was being processed'],
	[499, 'the same'],
])('counts %d as unknown, because it says that %s', (status) => {
	for (const body of ['', 'Request Timeout', '{"code":"RequestTimeout"}', '<html></html>']) {
		expect(wasProcessed(answer(status, body))).toBe('perhaps');
		expect(wasProcessed(answer(status, body, retryAfter))).toBe('perhaps');
	}
	expect(wasProcessed(answer(status, '', { connection: 'close' }))).toBe('perhaps');
});

it('counts every 5xx status as unknown, but a 503 with Retry-After as not processed', () => {
	for (const status of statuses(500, 599)) {
		const asking = status === 503 ? 'no' : 'perhaps';
		expect(wasProcessed(answer(status))).toBe('perhaps');
		expect(wasProcessed(answer(status, '', retryAfter))).toBe(asking);
	}
});

it('judges an answer by its status even if its body was lost', () => {
	for (const status of statuses(200, 599))
		expect(wasProcessed(unread(status))).toBe(wasProcessed(answer(status)));
});

it('judges a broken connection by whether the request had begun', () => {
	for (const reason of allReasons) {
		expect(wasProcessed(broken(reason, false))).toBe('no');
		expect(wasProcessed(broken(reason, true))).toBe('perhaps');
	}
});

it.each<[what: string, body: unknown]>([
	['success is false', { success: false, message: 'x' }],
	['ok is false', { ok: false }],
	['status is false', { status: false, reason: 'device disconnected' }],
	['status is error', { status: 'error', message: 'no' }],
	['status is fail', { status: 'fail', data: { to: 'unknown' } }],
	['status is failed', { status: 'failed' }],
	['there is an error', { error: 'device offline' }],
	['there is an error with details', { error: { code: 4 } }],
	['error is true', { error: true, msg: 'x' }],
	['there are errors', { data: null, errors: [{ id: 'e1', title: 'x' }] }],
	['there is an error beside the ID of a request', { error: 'x', requestId: 'r1', traceId: 't1' }],
	['there is an error beside an empty ID', { error: 'x', id: '', messageId: null }],
])('a 2xx is in doubt if %s', (_, body) => {
	for (const operation of operations) {
		const failure = describedFailure(requestOf(operation), jsonAnswer(200, body));
		expect(failure.name).toBe('refusedInAnswer');
		expect(failure.delivery).toBe(operation === 'getAll' ? 'notSent' : 'unknown');
	}
});

it.each<[what: string, body: unknown]>([
	['not sent yet, with its ID', { id: 'm1', status: 'queued', sent: false }],
	['an echo of the message', { id: 'm', payload: { error: 'Server down' } }],
	['a code', { messageId: 'm1', code: 482 }],
	['a list of one instance that failed', [{ id: 'a', failed: true }]],
	['the same in an object', { instances: [{ id: 'a', status: 'failed' }] }],
	['an error beside an ID', { id: 7, error: 'number not checked' }],
	['a status beside the ID of the message', { message_id: 'm1', status: 'failed' }],
	['false beside the ID of the message', { messageId: 'm1', success: false }],
	['an error that is empty', { error: '', errors: [], status: 'queued' }],
	['another word for it', { status: 'rejected', sent: 0 }],
	['an object of errors', { errors: { to: [] } }],
	['one level down', { data: { success: false, error: 'x' } }],
	['false', false],
	['words', 'ERROR: no credit'],
])('a 2xx is accepted otherwise: %s', (_, body) => {
	expect(wasProcessed(jsonAnswer(202, body))).toBe('yes');
});

it('words that are no JSON are accepted, whatever they say', () => {
	expect(wasProcessed(answer(200, 'ERROR: invalid number'))).toBe('yes');
});

const challenge = { 'x-amzn-waf-action': 'challenge' };

it.each([
	['without a body', answer(202, '', challenge)],
	['with words', answer(200, 'Human verification', challenge)],
	['with a captcha', answer(202, '{}', { 'x-amzn-waf-action': 'captcha' })],
])("a firewall's challenge is a page, not the service: %s", (_, outcome) => {
	expect(describedFailure(requestOf('send'), outcome)).toMatchObject({
		name: 'webPage',
		delivery: 'unknown',
	});
});

it.each([
	['Apache', '<html><head><title>503 Service Unavailable</title></head></html>'],
	['a gateway that adds a sentence to the page of nginx', nginxPage('nginx</center><p>Sorry</p>')],
	['a gateway that adds a text after the page of nginx', `${nginxPage('nginx')}Upstream failed`],
	['JSON', '{"message":"nginx"}'],
	['HAProxy', '<html><body><h1>503 Service Unavailable</h1>\nNo server is available</body></html>'],
	['Traefik', 'no available server\n'],
	['Envoy', 'no healthy upstream'],
])('a 503 without Retry-After leaves the message in doubt: %s', (_, page) => {
	expect(wasProcessed(answer(503, page))).toBe('perhaps');
	expect(asksToSlowDown(answer(503, page))).toBe(false);
});

const padding = '<!-- a padding to disable MSIE and Chrome friendly error page -->\r\n'.repeat(6);

it.each([
	['nginx', nginxPage('nginx')],
	['nginx with its version and build', nginxPage('nginx/1.18.0 (Ubuntu)')],
	['nginx with padding', nginxPage('nginx') + padding],
])('after a 503 page of %s the message is not sent, and the run slows down', (_, page) => {
	expect(wasProcessed(answer(503, page))).toBe('no');
	expect(asksToSlowDown(answer(503, page))).toBe(true);
	expect(wasProcessed(answer(502, page))).toBe('perhaps');
});
