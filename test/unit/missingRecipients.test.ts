// Values that an expression gives if it found no recipient, or only a part of one.
import { check } from '../../nodes/MessagingIntegration/api/failure';
import { recipient } from '../../nodes/MessagingIntegration/parameters/recipient';

it.each([
	...['undefined', '+49undefined', '+49null', 'null', 'NaN', '49NaN', 'Invalid DateTime'],
	...['undefined@c.us', 'null@c.us', '@s.whatsapp.net'],
])('what an expression writes for a missing value is no recipient: %s', (typed) => {
	expect(() => check(recipient.rule, typed)).toThrow('Part of the recipient is empty');
});

it.each(['nullpunkt', 'NaNette', '@ada'])('%s is a recipient', (typed) => {
	expect(check(recipient.rule, typed)).toBe(typed);
});

it('a number that has lost digits is not sent', () => {
	expect(() => check(recipient.rule, JSON.parse('120363025246125486'))).toThrow('lost digits');
	expect(check(recipient.rule, 120363025246125)).toBe('120363025246125');
});
