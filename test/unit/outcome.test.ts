import { fateOf } from '../../nodes/MessagingIntegration/api/outcome';
import { allReasons, answer, broken, unread } from './outcomes';

const retryAfter = { 'retry-after': '1' };
const statuses = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

it('takes every status below 300 for carried out', () => {
	for (const status of statuses(200, 299)) expect(fateOf(answer(status))).toBe('carriedOut');
});

it('takes every status from 300 to 499 for surely not carried out, whether or not it says when to come back', () => {
	for (const status of statuses(300, 499)) {
		expect(fateOf(answer(status))).toBe('notCarriedOut');
		expect(fateOf(answer(status, '', retryAfter))).toBe('notCarriedOut');
	}
});

it('leaves open what became of a request answered with 5xx', () => {
	for (const status of statuses(500, 599)) expect(fateOf(answer(status))).toBe('unknown');
});

it('takes a 503 that says when to come back for surely not carried out, and no other 5xx', () => {
	const safe = statuses(500, 599).filter(
		(status) => fateOf(answer(status, '', retryAfter)) === 'notCarriedOut',
	);
	expect(safe).toEqual([503]);
});

it.each(allReasons)(
	'judges an answer by its status, also where its body was lost (%s)',
	(reason) => {
		for (const status of statuses(200, 599))
			expect(fateOf(unread(status, reason))).toBe(fateOf(answer(status)));
	},
);

it.each(allReasons)(
	'says of a connection that broke (%s) whether any of the request had gone out',
	(reason) => {
		expect(fateOf(broken(reason, false))).toBe('notCarriedOut');
		expect(fateOf(broken(reason, true))).toBe('unknown');
	},
);
