// Numbers that lack their country code, or seem to, and what stands behind one.
import * as fc from 'fast-check';

import { recipientFrom } from '../../nodes/MessagingIntegration/parameters/recipient';
import { refusalOf } from './refusalOf';

const sent = (typed: string) => recipientFrom(typed, 'none');

describe('without a country code', () => {
	it.each([
		...['(51) 99123-4567', '(415) 555-2671', '415-555-2671', '49 171 1234567', '1 (415) 555-2671'],
		...['555-1234', '12 34', '49 0171 1234567', '\u200b12025554567', 'tel:12025554567', '1.234'],
	])('%j is refused, because nobody can tell whether it has one', (typed) => {
		expect(refusalOf(() => sent(typed))).toMatchObject({
			message: `"${typed}" may have no country code`,
			description: expect.stringMatching(/with \+ .*"Default Country".*"Not a Phone Number"/),
			delivery: 'notSent',
			about: 'input',
		});
	});

	it.each(['5551234', '4155552671', '15551234567', '13812345678', '1711234567', '99999999'])(
		'the digits %s are refused, because they are no valid number that begins with one',
		(typed) => {
			expect(refusalOf(() => sent(typed)).message).toBe(`"${typed}" has no country code`);
		},
	);

	it.each([
		'12025554567',
		'51991234567',
		'3726123456',
		'6581234567',
		'123456',
		'120363025246125486',
	])('the digits %s are sent', (typed) => {
		expect(sent(typed)).toBe(typed);
	});

	it('numbers of the United States and of Brazil are never sent as those of another country', () => {
		const american = fc.stringMatching(/^(415|212|305)[2-9]\d{6}$/);
		const brazilian = fc.stringMatching(/^(11|21|51|55)9[1-9]\d{7}$/);
		fc.assert(
			fc.property(fc.oneof(american, brazilian), (digits) => {
				const [area, rest] = [digits.slice(0, -8), digits.slice(-8)];
				for (const typed of [`(${area}) ${rest}`, `${area} ${rest}`, `${area}-${rest}`])
					expect(() => sent(typed)).toThrow('may have no country code');
			}),
		);
	});
});

it.each([
	['+49 (0171) 1234567', '491711234567'],
	['0049 0171 1234567', '491711234567'],
	['+44 07911 123456', '447911123456'],
	['+33 06 12 34 56 78', '33612345678'],
	['+39 06 12345678', '390612345678'],
	['+225 01 23 45 67 89', '2250123456789'],
	['+49 01', '4901'],
	['+458 00000000', '45800000000'],
	['+52 1 55 1234 5678', '5215512345678'],
])('a zero behind the country code goes if the number is valid without it: %s', (typed, to) => {
	for (const country of ['none', 'DE', 'US'] as const)
		expect(recipientFrom(typed, country)).toBe(to);
});
