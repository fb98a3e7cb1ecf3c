import fc from 'fast-check';
import { anyCharacter } from '../support/randomValues';

/** Names with special characters, names that objects have anyway, and names that n8n or its engines use. */
const trickyNames = [
	...`
		a to name _id class this globalThis json length 0 01 -1 1e3 a.b $ $json $if( x.isEmpty() {{
		}} // /* <!-- "].b[" constructor __proto__ prototype toString valueOf hasOwnProperty toJSON
		then isProxy isLuxonDateTime __sanitize ___n8n_data __isProxy __path __isError __isObject
		__keys __value __n8nType __data binding mainModule _load _linkedBinding caller callee
		arguments defineProperty getPrototypeOf map at first values keys size ts invalid
		my.constructor default new global window process require module Buffer Function eval self
		extend undefined async await let
	`
		.trim()
		.split(/\s+/),
	...['', 'first name', "it's", 'say "hi"', 'both \'"', '`', 'größe', '名前', '😀', 'tab\t'],
	...['line\n', 'a\\b', ' ', '\u2028', 'Price (USD)', '\u00a0', '\ufeff'],
	...['constructor name'],
];

/** Some items, and a parameter with expressions that read their fields. */
export interface Case {
	items: unknown[];
	saved: unknown;
}

const anyText = fc.oneof(
	{ weight: 3, arbitrary: fc.string({ unit: 'grapheme' }) },
	fc.string({ unit: anyCharacter }),
	fc.constantFrom(
		...['', '=', '={{ $json.a }}', '{{ 1 }}', '\\', '\\n', '$&', 'true', '1', 'null'],
		...['2026-01-02T03:04:05.000Z', ...trickyNames],
	),
);
const anyName = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...trickyNames) }, anyText);

const anyNumber = fc.oneof(
	fc.integer(),
	fc.double(),
	fc.constantFrom(0, -0, 1e21, -1e21, 1e-7, 0.1 + 0.2, 2 ** 53, 2 ** 31, -(2 ** 31), 5e-324, NaN),
);
const odd = fc
	.constantFrom<(() => unknown)[]>(
		() => null,
		() => undefined,
		() => new Date(0),
		() => new Date(NaN),
		() => 12n,
		() => Symbol.iterator,
		() => () => 'called',
		() => new Map([['a', 'b']]),
		() => new Uint8Array(3),
		() =>
			new (class Own {
				a = 'a';
			})(),
		() => new Proxy({ a: 'a', to: 'b' }, { get: () => 'trapped' }),
		() => Object.defineProperty({}, 'a', { get: () => 'got', enumerable: true }),
		() => Object.defineProperty({}, 'a', { value: 'hidden' }),
		() => Object.create({ a: 'inherited', to: 'inherited' }) as unknown,
		() => Object.assign(Object.create(null) as object, { a: 'bare', name: 1 }),
		() => new String('boxed'),
		() => Object.assign(['x'], { a: 'on an array', to: 1 }),
		() => Object.assign([], { 3: 'sparse' }),
		() => [[['deep', 1], true], 'a'],
	)
	.map((make) => make());

/** An object with some of these names, which may contain more such objects. */
function objects(names: string[]): fc.Arbitrary<unknown> {
	const leaf = fc.oneof(
		{ weight: 4, arbitrary: anyText },
		{ weight: 3, arbitrary: anyNumber },
		fc.boolean(),
		odd,
	);
	const held = (inside: fc.Arbitrary<unknown>) => {
		const optional = fc.option(inside, { nil: undefined, freq: 8 });
		return fc
			.tuple(...names.map((name) => fc.tuple(fc.constant(name), optional)))
			.map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
	};
	const inner = fc.oneof(
		{ weight: 6, arbitrary: leaf },
		{ weight: 2, arbitrary: held(leaf) },
		fc.array(leaf, { maxLength: 3 }),
	);
	return held(
		fc.oneof(
			{ weight: 4, arbitrary: leaf },
			{ weight: 2, arbitrary: held(inner) },
			fc.array(inner, { maxLength: 3 }),
		),
	);
}

const gap = fc.oneof(
	{ weight: 14, arbitrary: fc.constantFrom('', ' ') },
	fc.constantFrom('\n', '\t', '\r\n', '  ', '\u00a0', '\ufeff', '\u2028', '\u200b', ' /* c */ '),
);

/** One way to write the access to a name. It need not be valid for that name. */
function steps(name: string): fc.Arbitrary<string> {
	const quote = name.includes('"') ? "'" : '"';
	const usual = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : /^\d+$/.test(name) && `[${name}]`;
	const inBrackets = fc
		.tuple(gap, fc.constantFrom(quote, "'"), gap)
		.map(([before, mark, after]) => `[${before}${mark}${name}${mark}${after}]`);
	return fc.oneof(
		{ weight: 12, arbitrary: usual ? fc.constant(usual) : inBrackets },
		{ weight: 12, arbitrary: inBrackets },
		fc.constantFrom(
			`.${name}`,
			`?.${name}`,
			`?.["${name}"]`,
			`[${name}]`,
			`[\`${name}\`]`,
			`[${JSON.stringify(name)}]`,
			` .${name}`,
		),
	);
}

/** The paths to all values in an item. */
function pathsIn(value: unknown, before: string[] = []): string[][] {
	const isHolder = typeof value === 'object' && value !== null && before.length < 4;
	const inside = isHolder
		? Object.entries(value).flatMap(([name, held]) => pathsIn(held, [...before, name]))
		: [];
	return before.length > 0 ? [before, ...inside] : inside;
}

function codes(names: string[], item: unknown): fc.Arbitrary<string> {
	const others = fc.constantFrom('0', '1', 'length', 'a', 'to');
	const someName = fc.oneof(fc.constantFrom(...names), others);
	const anyPath = fc.array(someName, { minLength: 1, maxLength: 3 });
	const there = pathsIn(item);
	const path = fc.oneof(
		...(there.length > 0 ? [{ weight: 9, arbitrary: fc.constantFrom(...there) }] : []),
		anyPath,
	);
	const around = fc.oneof(
		{ weight: 40, arbitrary: fc.constant('@') },
		fc.constantFrom(
			...['(@)', '@ + 1', '@.toString()', '@.isEmpty()', '@;', '@ // c', '"@"', '{ @ }'],
			'$now, @',
		),
	);
	const written = path
		.chain((way) => fc.tuple(...way.map(steps)))
		.map((parts) => `$json${parts.join('')}`);
	return fc
		.tuple(gap, written, gap, around)
		.map(([before, code, after, wrap]) => `{{${before}${wrap.replace('@', () => code)}${after}}}`);
}

const between = fc.oneof(
	{ weight: 5, arbitrary: fc.string({ unit: 'grapheme' }) },
	fc.constantFrom(
		...[' ', '\n', '{', '}', '{{', '}}', '\\', '\\{{', '"', '`${1}`', "'", '\u2028'],
		...['a. constructor', '//', '=', '{ "a": "', '" }'],
	),
	anyText,
);

function parameters(names: string[], item: unknown): fc.Arbitrary<unknown> {
	const code = codes(names, item);
	const mixed = fc.array(fc.oneof(code, between), { minLength: 1, maxLength: 5 });
	const one = fc
		.oneof(
			code,
			mixed.map((parts) => parts.join('')),
		)
		.map((template) => `=${template}`);
	const entry = fc.oneof(
		{ weight: 3, arbitrary: one },
		anyText,
		anyNumber,
		fc.boolean(),
		fc.constant(null),
	);
	const several = fc.oneof(
		fc.array(entry, { minLength: 1, maxLength: 3 }),
		fc.dictionary(fc.oneof(fc.constantFrom('fileName', 'value'), anyName), entry),
	);
	return fc.oneof({ weight: 8, arbitrary: one }, several);
}

/** Every notation and every kind of value, including many that only n8n can evaluate. */
export function cases(): fc.Arbitrary<Case> {
	return fc
		.uniqueArray(anyName, { minLength: 1, maxLength: 4 })
		.chain((names) =>
			fc.tuple(
				fc.constant(names),
				fc.array(objects(names), { minLength: 1, maxLength: 16, size: 'max' }),
			),
		)
		.chain(([names, items]) =>
			fc.record({ items: fc.constant(items), saved: parameters(names, items[0]) }),
		);
}
