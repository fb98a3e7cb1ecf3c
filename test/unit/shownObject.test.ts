import fc from 'fast-check';

import { shownObject } from '../../nodes/MessagingIntegration/parameters/messageWithObjects';

/** All values in an object that hold no others. */
function valuesIn(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [value];
	const all: unknown[] = Object.values(value);
	return all.length === 0 ? [value] : all.flatMap(valuesIn);
}

const seed = 64;

it(`an approver reads every value of an object, each on a line that no other value can imitate (seed ${seed})`, () => {
	const json = fc
		.jsonValue({
			maxDepth: 3,
			stringUnit: fc.constantFrom('a', ':', ' ', '\n', '\r', '\u2028', '['),
		})
		.filter((one) => typeof one === 'object' && one !== null);
	fc.assert(
		fc.property(json, (value) => {
			const lines = shownObject(value, '{{ $json }}').split(/[\n\r\u2028]/);
			// A further line of a text is indented.
			const own = lines.filter((line) => !line.startsWith('  '));
			const values = valuesIn(value);
			expect(own).toHaveLength(values.length);
			for (const [at, one] of values.entries()) {
				const words = typeof one === 'string' && one !== '' ? one : JSON.stringify(one);
				expect(own[at]).toContain(words.split(/[\n\r\u2028]/)[0]);
			}
		}),
		{ seed, numRuns: 300 },
	);
});

it('an object is never shown as "[object Object]"', () => {
	const tool = { parameters: { To: '+49 151 1', Items: [{ name: 'Tea', price: { eur: 3 } }] } };
	expect(shownObject(tool, '{{ $tool }}')).toBe(
		'parameters.To: +49 151 1\nparameters.Items[0].name: Tea\nparameters.Items[0].price.eur: 3',
	);
});
