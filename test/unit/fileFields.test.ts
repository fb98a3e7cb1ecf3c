import { array, assert, constantFrom, nat, property, stringMatching, tuple } from 'fast-check';

import {
	namesMeant as meantBy,
	patternFor,
} from '../../nodes/MessagingIntegration/parameters/fileFields';

const namesMeant = (entered: string, there: string[]) =>
	meantBy(entered, new Map(there.map((name) => [name, 'a.png']))).map(String);

/** Names as n8n's forms make them, and others. */
const anyName = tuple(constantFrom('Pictures', 'Pic', 'data', 'Übersicht', 'a.b'), nat(120)).map(
	([stem, number]) => (number > 100 ? stem : `${stem}_${number}`),
);
const anyNames = array(anyName, { maxLength: 40 }).map((names) => [...new Set(names)]);

describe('the names that a person means', () => {
	it.each([
		['a*', ['a_10', 'a_2', 'b', 'a'], 'a a_2 a_10'],
		['*', ['b', 'a_10', 'a_9'], 'a_9 a_10 b'],
		['b,, a,', ['a', 'b'], 'b a'],
		['a_1, a*', ['a_0', 'a_1', 'a_2'], 'a_1 a_0 a_2'],
		['nope*', ['a'], 'nope*'],
		['a*', ['a*', 'ab'], 'a*'],
		['Pictures[*', ['Pictures[10]', 'Pictures[9]'], 'Pictures[9] Pictures[10]'],
		[' , ', ['a'], ''],
		['a, b', ['a', 'b', 'a__b'], 'a b'],
		['a, b', ['a', 'a__b'], 'a__b'],
	])('"%s" where %j are there: %s', (entered, there, meant) => {
		expect(namesMeant(entered, there).join(' ')).toBe(meant);
	});

	it('are those that begin with the pattern, each once, in the order of their numbers', () => {
		assert(
			property(anyNames, stringMatching(/^[A-Za-z_]{0,9}$/), (there, prefix) => {
				const fitting = there.filter((name) => name.startsWith(prefix));
				const meant = namesMeant(`${prefix}*, ${prefix}*`, there);
				expect(meant.toSorted()).toEqual(fitting.length > 0 ? fitting.sort() : [`${prefix}*`]);
				const numbers = meant.flatMap((name) => /^Pictures_(\d+)$/.exec(name)?.slice(1) ?? []);
				expect(numbers).toEqual(numbers.toSorted((one, other) => Number(one) - Number(other)));
			}),
		);
	});

	it('do not depend on the order in which the item has its files', () => {
		assert(
			property(anyNames, (there) =>
				expect(namesMeant('*', there.toReversed())).toEqual(namesMeant('*', there)),
			),
		);
	});
});

it.each([
	[['Pictures', 'Pictures_0'], 'Pictures*'],
	[['Pictures[0]', 'Pictures[1]'], 'Pictures*'],
	[['Pictures0', 'Pictures1'], 'Pictures*'],
	[['0', '1'], '*'],
	[['Front_0', 'Back_0'], '*'],
	[['_0', '_1'], '*'],
])('the pattern that is suggested for %j is %s', (names, pattern) => {
	expect(patternFor(names)).toBe(pattern);
});

it('the pattern that is suggested takes all the names', () => {
	assert(
		property(anyNames, (names) =>
			expect(namesMeant(patternFor(names), names)).toHaveLength(Math.max(1, names.length)),
		),
	);
});
