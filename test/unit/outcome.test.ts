import { processingOf } from '../../nodes/MessagingIntegration/service/meaningOfStatus';
import { allReasons, answer, broken, unread } from './support/outcomes';

const retryAfter = { 'retry-after': '1' };
const statuses = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('counts every 2xx status as processed, but a web page with one as unknown', () => {
	for (const status of statuses(200, 299)) {
		expect(processingOf(answer(status))).toBe('processed');
		expect(processingOf(answer(status, '<html></html>'))).toBe('unknown');
	}
});

it('counts every 3xx and 4xx status but 303, 408 and 499 as not processed, with or without Retry-After', () => {
	for (const status of statuses(300, 499).filter((each) => ![303, 408, 499].includes(each))) {
		expect(processingOf(answer(status))).toBe('notProcessed');
		expect(processingOf(answer(status, '', retryAfter))).toBe('notProcessed');
	}
});

it.each([
	[303, 'the request was processed'],
	[408, 'a time limit ended the wait, perhaps while the request was being processed'],
	[499, 'the same'],
])('counts %d as unknown, because it says that %s', (status) => {
	for (const body of ['', 'Request Timeout', '{"code":"RequestTimeout"}', '<html></html>']) {
		expect(processingOf(answer(status, body))).toBe('unknown');
		expect(processingOf(answer(status, body, retryAfter))).toBe('unknown');
	}
	expect(processingOf(answer(status, '', { connection: 'close' }))).toBe('unknown');
});

it('counts every 5xx status as unknown, but a 503 with Retry-After as not processed', () => {
	for (const status of statuses(500, 599)) {
		const asking = status === 503 ? 'notProcessed' : 'unknown';
		expect(processingOf(answer(status))).toBe('unknown');
		expect(processingOf(answer(status, '', retryAfter))).toBe(asking);
	}
});

it('judges an answer by its status even if its body was lost', () => {
	for (const status of statuses(200, 599))
		expect(processingOf(unread(status))).toBe(processingOf(answer(status)));
});

it('judges a broken connection by whether the request had begun', () => {
	for (const reason of allReasons) {
		expect(processingOf(broken(reason, false))).toBe('notProcessed');
		expect(processingOf(broken(reason, true))).toBe('unknown');
	}
});
