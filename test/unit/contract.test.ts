import { DateTime } from 'luxon';

import { check } from '../../nodes/MessagingIntegration/api/failure';
import { content } from '../../nodes/MessagingIntegration/parameters/content';
import { instanceId } from '../../nodes/MessagingIntegration/parameters/instance';
import { recipient } from '../../nodes/MessagingIntegration/parameters/recipient';
import { refusalOf } from './refusalOf';

it.each([
	['digits', '12025554567', '12025554567'],
	['a number from an expression', 12025554567, '12025554567'],
	['a big integer', 12025554567n, '12025554567'],
	['a list with one value', ['+1 555'], '+1 555'],
])('accepts as a recipient: %s', (_, given, typed) => {
	expect(check(recipient.rule, given)).toBe(typed);
});

it('says how to send to several recipients if it gets a list', () => {
	expect(refusalOf(() => check(recipient.rule, ['1555', '1666'])).description).toContain(
		'Split Out',
	);
});

it.each([
	['an ID', 'demo', 'demo'],
	['an ID with spaces around it, which are trimmed', ' demo\n', 'demo'],
	['a number', 42, '42'],
])('accepts as an instance: %s', (_, given, used) => {
	expect(check(instanceId.rule, given)).toBe(used);
});

it.each([
	['words', ' Hello ', ' Hello '],
	['several lines', 'a\n\nb', 'a\n\nb'],
	['a number', 7.5, '7.5'],
	['an emoji', '👍🏽', '👍🏽'],
	['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
	[
		'a Luxon date',
		DateTime.fromISO('2026-11-21T10:00', { zone: 'utc' }),
		'2026-11-21T10:00:00.000Z',
	],
	['a list with one value', [7], '7'],
])('accepts as text: %s', (_, given, sent) => {
	expect(check(content.text.rule, given)).toBe(sent);
});

const emptyValues = [
	['nothing', undefined],
	['null', null],
	['an empty text', ''],
	['spaces', ' \t\n'],
] as const;
const noText = [
	['an object', { id: 1 }],
	['a list', ['a', 'b']],
	['true', true],
] as const;

describe.each([
	['recipient', recipient.rule, 'The recipient is empty', '"To"'],
	['instance', instanceId.rule, 'No instance is chosen', '"Instance"'],
	['text', content.text.rule, 'The text is empty', '"Text"'],
] as const)('the %s', (_, schema, title, parameter) => {
	it.each(emptyValues)('is required: %s', (_name, value) => {
		expect(refusalOf(() => check(schema, value)).message).toBe(title);
	});

	it.each([...emptyValues, ...noText])(
		'is refused with advice that names the parameter: %s',
		(_name, value) => {
			const refusal = refusalOf(() => check(schema, value));
			expect(refusal).toMatchObject({ delivery: 'notSent', about: 'input' });
			expect(refusal.description).toContain(parameter);
			expect(refusal.description).toMatch(/^(Enter|Pick) .+\.$/);
		},
	);
});

it.each([
	['a list', ['1555', '1666'], 'a list of 2 values'],
	['an empty list', [], 'an empty list'],
	['an object', { phone: '1555' }, 'an object'],
	['a date', new Date(0), 'a date'],
	['a Luxon date', DateTime.utc(), 'a date'],
	['a boolean', false, 'false'],
	['not a number', NaN, 'NaN'],
])('says what it got instead of a recipient: %s', (_, given, called) => {
	expect(refusalOf(() => check(recipient.rule, given)).message).toBe(
		`The recipient is ${called} instead of text`,
	);
});

it.each(['+', '00', ' +00 ', '\u200b', '-', '+()', '"",'])(
	'takes a recipient of which an expression gave nothing for empty: %j',
	(given) => {
		expect(refusalOf(() => check(recipient.rule, given))).toMatchObject({
			message: 'The recipient is empty',
			description: expect.stringMatching(/^Enter a phone number /),
		});
	},
);

it.each(['[object Object]', '+[object Object]'])(
	'refuses a recipient that is the text of an object: %s',
	(given) => {
		expect(refusalOf(() => check(recipient.rule, given))).toMatchObject({
			message: 'The recipient contains an object, not a phone number',
			description: expect.stringContaining('"To"'),
		});
	},
);
