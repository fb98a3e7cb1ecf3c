import fc from 'fast-check';

import { parseAnswer } from '../../nodes/MessagingIntegration/service/json';
import { randomValues } from './support/randomValues';

it.each([
	['{"id":7615917337495251231}', { id: '7615917337495251231' }],
	['[-12345678901234567890, 1234567890123456]', ['-12345678901234567890', '1234567890123456']],
	[
		'{"id":123456789012345,"n":[1,{"id":9007199254740993}]}',
		{ id: 123456789012345, n: [1, { id: '9007199254740993' }] },
	],
	['7615917337495251231', '7615917337495251231'],
	// Not whole numbers.
	[
		'[52.520006599999996,1e20,1234567890123456e3,-1.5e-7]',
		[Number('52.520006599999996'), 1e20, 1.234567890123456e18, -1.5e-7],
	],
	// Texts stay as they are.
	[
		'{"a\\"7615917337495251231":"7615917337495251231, \\\\","b":7615917337495251231}',
		{ 'a"7615917337495251231': '7615917337495251231, \\', b: '7615917337495251231' },
	],
])('whole numbers of more than 15 digits come out whole, as text: %s', (text, value) => {
	expect(parseAnswer(text)).toEqual(value);
});

it('an answer with one still changes no prototype', () => {
	const text = '{"id":7615917337495251231,"__proto__":{"admin":true}}';
	expect(Object.keys(parseAnswer(text) as object)).toEqual(['id']);
});

it('every other value stays as JSON.parse reads it', () => {
	const long = fc.bigInt({ min: 10n ** 15n, max: 10n ** 30n });
	const value = fc.letrec((tie) => ({
		any: fc.oneof(
			{ maxDepth: 4 },
			fc.string(),
			fc.double({ noNaN: true, noDefaultInfinity: true }),
			fc.boolean(),
			fc.constant(null),
			long,
			tie('list'),
			tie('object'),
		),
		list: fc.array(tie('any'), { maxLength: 4 }),
		object: fc.dictionary(
			fc.string().filter((name) => !/^(?:__proto__|constructor)$/.test(name)),
			tie('any'),
			{ maxKeys: 4 },
		),
	})).any;
	const write = (one: unknown): string => {
		if (typeof one === 'bigint') return String(one);
		if (Array.isArray(one)) return `[${one.map(write).join()}]`;
		if (typeof one !== 'object' || one === null) return JSON.stringify(one);
		return `{${Object.entries(one)
			.map(([name, entry]) => `${JSON.stringify(name)}:${write(entry)}`)
			.join()}}`;
	};
	const expected = (one: unknown): unknown => {
		if (typeof one === 'bigint') return String(one);
		if (typeof one === 'number')
			return /^-?\d{16,}$/.test(JSON.stringify(one))
				? JSON.stringify(one)
				: JSON.parse(JSON.stringify(one));
		if (Array.isArray(one)) return one.map(expected);
		if (typeof one !== 'object' || one === null) return one;
		return Object.fromEntries(Object.entries(one).map(([name, entry]) => [name, expected(entry)]));
	};
	fc.assert(
		fc.property(value, (one) => expect(parseAnswer(write(one))).toEqual(expected(one))),
		{ numRuns: randomValues },
	);
});
