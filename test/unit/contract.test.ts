import { DateTime } from 'luxon';

import { check } from '../../nodes/MessagingIntegration/api/failure';
import { content } from '../../nodes/MessagingIntegration/parameters/content';
import { instanceId } from '../../nodes/MessagingIntegration/parameters/instance';
import { recipient } from '../../nodes/MessagingIntegration/parameters/recipient';
import { refusalOf } from './refusalOf';

const { text, caption, mediaUrl, storageRef } = content;
const url = 'https://bücher.example/a%2F.png?x=1#page=2';
const luxon = DateTime.fromISO('2026-11-21T10:00', { zone: 'utc' });

it.each([
	['a number as a recipient', recipient, 12025554567, '12025554567'],
	['a big integer as a recipient', recipient, 12025554567n, '12025554567'],
	['a recipient of 15 digits', recipient, 120363025246125, '120363025246125'],
	['a list with one recipient', recipient, ['+1 555'], '+1 555'],
	['a recipient with null in a word', recipient, 'nullpunkt', 'nullpunkt'],
	['a recipient with NaN in a word', recipient, 'NaNette', 'NaNette'],
	['a name as a recipient', recipient, '@ada', '@ada'],
	['an instance without the spaces around it', instanceId, ' demo\n', 'demo'],
	['a number as an instance', instanceId, 42, '42'],
	['a text with its spaces and lines', text, ' a\n\nb ', ' a\n\nb '],
	['a number as a text', text, 7.5, '7.5'],
	['a date as a text', text, new Date(0), '1970-01-01T00:00:00.000Z'],
	['a Luxon date as a text', text, luxon, '2026-11-21T10:00:00.000Z'],
	['a media URL', mediaUrl, ` ${url}\n`, url],
	['a media URL in capitals', mediaUrl, 'HTTP://EXAMPLE.COM/A.PNG', 'HTTP://EXAMPLE.COM/A.PNG'],
	['a storage reference with its spaces', storageRef, ' a/b c.png ', ' a/b c.png '],
	['a number as a caption', caption, 3, '3'],
	['no caption', caption, null, undefined],
	['a blank caption', caption, ' \n', undefined],
])('accepts %s', (_, { rule }, given, used) => {
	expect(check(rule, given)).toBe(used);
});

const notText = [
	['a list', ['1555', '1666'], 'a list of 2 values'],
	['an empty list', [], 'an empty list'],
	['an object', { phone: '1555' }, 'an object'],
	['a date', new Date(0), 'a date'],
	['a Luxon date', luxon, 'a date'],
	['a boolean', false, 'false'],
	['not a number', NaN, 'NaN'],
] as const;

it.each(notText)('says what it got instead of a recipient: %s', (_, given, called) => {
	expect(refusalOf(() => check(recipient.rule, given))).toMatchObject({
		message: `The recipient is ${called} instead of text`,
		description: expect.stringMatching(/^Enter one recipient in the parameter "To"\. .*Split Out/),
		delivery: 'notSent',
		about: 'input',
	});
});

it.each([
	['recipient', recipient, 'The recipient is empty', /^Enter .* "To"/],
	['instance', instanceId, 'No instance is chosen', /^Pick .*"Instance"/],
	['text', text, 'The text is empty', /^Enter .*"Text"/],
	['media URL', mediaUrl, 'The media URL is empty', /^Enter .*"Media URL"/],
	['storage reference', storageRef, 'The storage reference is empty', /^Enter .*Media: Upload/],
])('the %s is required, and the advice names the parameter', (_, { rule }, message, advice) => {
	for (const given of [undefined, null, '', ' \t\n']) {
		const description = expect.stringMatching(advice);
		expect(refusalOf(() => check(rule, given))).toMatchObject({ message, description });
	}
});

it.each(['+', '00', ' +00 ', '\u200b', '-', '"",'])(
	'takes a recipient of which an expression gave nothing for empty: %j',
	(given) => expect(() => check(recipient.rule, given)).toThrow('The recipient is empty'),
);

it.each([
	...['undefined', '+49undefined', '+49null', '49NaN', 'Invalid DateTime'],
	...['null@c.us', '@s.whatsapp.net'],
])('what an expression writes for a missing value is no recipient: %s', (typed) => {
	expect(() => check(recipient.rule, typed)).toThrow('Part of the recipient is empty');
});

it('a number that has lost digits is not sent', () => {
	expect(() => check(recipient.rule, JSON.parse('120363025246125486'))).toThrow('lost digits');
});

it.each(['/files/photo.png', 'file:///etc/passwd', 'https://', 5])(
	'says what a media URL must be instead of %j',
	(given) => {
		expect(refusalOf(() => check(mediaUrl.rule, given))).toMatchObject({
			message: 'The media URL is not a web address',
			description: expect.stringMatching(/"Media URL" needs .*https:\/\/ or http:\/\/\.$/),
			delivery: 'notSent',
		});
	},
);

it('refuses a caption that is not text', () => {
	expect(refusalOf(() => check(caption.rule, {}))).toMatchObject({
		message: 'The caption is an object instead of text',
		description: 'Enter text in the parameter "Caption".',
	});
});

it.each(['[object Object]', '+[object Object]'])(
	'refuses a recipient that is the text of an object: %s',
	(given) => {
		expect(refusalOf(() => check(recipient.rule, given))).toMatchObject({
			message: 'The recipient contains an object, not a phone number',
			description: expect.stringContaining('"To"'),
		});
	},
);
