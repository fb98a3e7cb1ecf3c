import fc from 'fast-check';

import { itemsInWords } from '../../nodes/MessagingIntegration/words/sentences';

it.each<[number[], string]>([
	[[3], 'item 3'],
	[[6, 14, 15, 16, 17, 18, 19], 'items 6, 14 to 19'],
	[[0, 1], 'items 0, 1'],
	[[0, 1, 2, 7, 8], 'items 0 to 2, 7, 8'],
	[
		Array.from({ length: 30 }, (_, at) => 2 * at),
		`items ${Array.from({ length: 20 }, (_, at) => 2 * at).join(', ')} and 10 more`,
	],
])('names items by their positions: %j', (numbers, words) => {
	expect(itemsInWords(numbers)).toBe(words);
});

it('names each item of a list once, and no other', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 20 }), (some) => {
			const numbers = some.sort((one, other) => one - other);
			const named = itemsInWords(numbers)
				.replace(/^items? /, '')
				.split(', ')
				.flatMap((range) => {
					const [first = 0, last = first] = range.split(' to ').map(Number);
					return Array.from({ length: last - first + 1 }, (_, at) => first + at);
				});
			expect(named).toEqual(numbers);
		}),
	);
});
