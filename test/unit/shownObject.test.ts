import fc from 'fast-check';

import { shownObject } from '../../nodes/MessagingIntegration/parameters/messageWithObjects';

const seed = 64;

it(`an approver reads an object whole, as JSON of which no text can imitate a line (seed ${seed})`, () => {
	const signs = fc.constantFrom('a', ':', ' ', '\n', '\r', '\v', '\x85', '\u2028', '\u2029', '[');
	const json = fc
		.jsonValue({ maxDepth: 3, stringUnit: signs })
		.filter((one) => typeof one === 'object' && one !== null);
	fc.assert(
		fc.property(json, (value) => {
			const shown = shownObject(value, '{{ $json }}');
			expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(value)));
			const ofJson = JSON.stringify(value, null, 2).split('\n').length;
			expect(shown.split(/[\n\r\v\f\x85\u2028\u2029]/)).toHaveLength(ofJson);
		}),
		{ seed, numRuns: 300 },
	);
});

it('an object is never shown as "[object Object]"', () => {
	expect(shownObject({ To: '+49 151 1', Items: ['Tea'] }, '{{ $tool }}')).toBe(
		'{\n  "To": "+49 151 1",\n  "Items": [\n    "Tea"\n  ]\n}',
	);
});

it('an object that contains itself cannot be shown', () => {
	const own: Record<string, unknown> = {};
	own.own = own;
	expect(() => shownObject(own, '{{ $json }}')).toThrow('{{ $json }} gives an object');
});
