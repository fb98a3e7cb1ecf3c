import { processingOf } from '../../nodes/MessagingIntegration/api/outcome';
import { allReasons, answer, broken, unread } from './outcomes';

const retryAfter = { 'retry-after': '1' };
const statuses = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('takes every status below 300 as processed', () => {
	for (const status of statuses(200, 299)) expect(processingOf(answer(status))).toBe('processed');
});

it('takes every status from 300 to 499 as certainly not processed, whether or not it says when to come back', () => {
	for (const status of statuses(300, 499)) {
		expect(processingOf(answer(status))).toBe('notProcessed');
		expect(processingOf(answer(status, '', retryAfter))).toBe('notProcessed');
	}
});

it('leaves open what became of a request answered with 5xx', () => {
	for (const status of statuses(500, 599)) expect(processingOf(answer(status))).toBe('unknown');
});

it('takes a 503 that says when to come back as certainly not processed, and no other 5xx', () => {
	const safe = statuses(500, 599).filter(
		(status) => processingOf(answer(status, '', retryAfter)) === 'notProcessed',
	);
	expect(safe).toEqual([503]);
});

it.each(allReasons)(
	'judges an answer by its status, also where its body was lost (%s)',
	(reason) => {
		for (const status of statuses(200, 599))
			expect(processingOf(unread(status, reason))).toBe(processingOf(answer(status)));
	},
);

it.each(allReasons)(
	'says of a connection that broke (%s) whether any of the request had been sent',
	(reason) => {
		expect(processingOf(broken(reason, false))).toBe('notProcessed');
		expect(processingOf(broken(reason, true))).toBe('unknown');
	},
);
