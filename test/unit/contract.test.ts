import { DateTime } from 'luxon';

import { content } from '../../nodes/MessagingIntegration/parameters/content';
import { instanceId } from '../../nodes/MessagingIntegration/parameters/instance';
import { recipient } from '../../nodes/MessagingIntegration/parameters/recipient';
import { refusalOf } from './support/refusalOf';

const { text, caption, mediaUrl, storageRef } = content;
const url = 'https://bücher.example/a%2F.png?x=1#page=2';
const luxon = DateTime.fromISO('2026-11-21T10:00', { zone: 'utc' });

it.each([
	['a number as a recipient', recipient, 12025554567, '12025554567'],
	['a recipient of 15 digits', recipient, 120363025246125, '120363025246125'],
	['a list with one recipient', recipient, ['+1 555'], '+1 555'],
	['a recipient with null in a word', recipient, 'nullpunkt', 'nullpunkt'],
	['a name as a recipient', recipient, '@ada', '@ada'],
	['an instance without the spaces around it', instanceId, ' demo\n', 'demo'],
	['a text with its spaces and lines', text, ' a\n\nb ', ' a\n\nb '],
	['a date as a text', text, new Date(0), '1970-01-01T00:00:00.000Z'],
	['a Luxon date as a text', text, luxon, '2026-11-21T10:00:00.000Z'],
	['a media URL', mediaUrl, ` ${url}\n`, url],
	['a media URL in capitals', mediaUrl, 'HTTP://EXAMPLE.COM/A.PNG', 'HTTP://EXAMPLE.COM/A.PNG'],
	['a storage reference with its spaces', storageRef, ' a/b c.png ', ' a/b c.png '],
	['a blank caption', caption, ' \n', undefined],
])('accepts %s', (_, { rule }, given, used) => {
	expect(rule.parse(given)).toBe(used);
});

it('accepts a media URL with "ü" in each of 50,000 items', () => {
	// Node 20's `URL.canParse` refuses such an address once its caller is compiled.
	for (let item = 0; item < 50_000; item++)
		if (mediaUrl.rule.parse(url) !== url) throw new Error(`It changed in item ${item}`);
});

const notText = [
	['a list', ['1555', '1666'], 'a list of 2 values'],
	['an empty list', [], 'an empty list'],
	['an object', { phone: '1555' }, 'an object'],
	['a Luxon date', luxon, 'a date'],
	['a boolean', false, 'false'],
	['not a number', NaN, 'NaN'],
] as const;

it.each(notText)('says what it got instead of a recipient: %s', (_, given, called) => {
	expect(refusalOf(() => recipient.rule.parse(given))).toMatchObject({
		message: `The recipient is ${called} instead of text`,
		description: expect.stringMatching(/^Enter one recipient in the parameter "To"\. .*Split Out/),
		delivery: 'notSent',
		origin: 'input',
	});
});

it.each(['+', '00', ' +00 ', '\u200b', '-', '"",'])(
	'takes a recipient of which an expression gave nothing for empty: %j',
	(given) => expect(() => recipient.rule.parse(given)).toThrow('The recipient is empty'),
);
