// An expression in "To", "Instance" or "Send Once Key" that gave nothing: the rest would mean something else.
import * as fc from 'fast-check';
import { deliveryOnSandbox, texts } from './support/deliveryOnSandbox';
import { byId, text } from './support/parameters';

const { failureOf, requests, run, control } = deliveryOnSandbox();

const fields = ['a', 'b', 'c'] as const;

/** What gives nothing, or less than it should. */
const unusable = fc.constantFrom(
	...[undefined, null, '', ' ', [], {}, 'undefined', 'NaN', 'null', 'Invalid Date', '#N/A'],
	...[2 ** 60, -(2 ** 60), 1e21],
);
const usable = fc.constantFrom<unknown>('49', 171, 'abc', 0, '120363025246125486', 123456789012345);

/** A text around fields, as n8n saves it: plain ones, and such as n8n has to evaluate. */
const composed = fc
	.tuple(
		fc.constantFrom('', 'x', '+49', 'user-'),
		fc.array(fc.constantFrom('', '-', '@g.us', ' '), { minLength: 3, maxLength: 3 }),
		fc.constantFrom('', 'end'),
		fc.boolean(),
	)
	.map(([before, between, after, isPlain]) => {
		const code = (name: string) => (isPlain ? `{{ $json.${name} }}` : `{{ ($json.${name}) }}`);
		return `=${before}${fields.map((name, at) => code(name) + between[at]).join('')}${after}`;
	});

const parametersWith = {
	recipient: (to: string) => ({ ...text, to }),
	instance: (id: string) => ({ ...text, instanceId: byId(id) }),
	'Send Once Key': (sendOnceKey: string) => ({ ...text, options: { sendOnceKey } }),
};

it.each(Object.entries(parametersWith))(
	'%s: nothing is sent if one {{ }} of several gives nothing, or a number that has lost digits',
	async (what, parameters) => {
		await fc.assert(
			fc.asyncProperty(
				composed,
				fc.constantFrom(...fields),
				unusable,
				fc.array(usable, { minLength: 3, maxLength: 3 }),
				async (saved, place, value, others) => {
					const json = Object.fromEntries(fields.map((name, at) => [name, others[at]]));
					const items = [{ json: { ...json, [place]: value } as never }];
					const { error, details } = await failureOf({ items, parameters: parameters(saved) });
					const problem = `^Part of the ${what} is empty|would say|lost digits|^The recipient `;
					expect(error).toMatch(new RegExp(problem));
					expect(details).toMatchObject({ delivery: 'notSent' });
				},
			),
			{ numRuns: 60 },
		);
		expect(await requests()).toEqual([]);
	},
	60_000,
);

it('a text whose parts all give something is sent as it is', async () => {
	const json = { cc: 49, phone: '1711234567', group: '120363025246125486' };
	for (const to of ['=+{{ $json.cc }}{{ ($json.phone) }}', '={{ $json.group }}@g.us'])
		await run({ items: [{ json }], parameters: { ...text, to } });
	expect((await control().messages()).map(({ to }) => to)).toEqual([
		'491711234567',
		'120363025246125486@g.us',
	]);
});

const order = {
	to: '12025554567',
	text: 'a text',
	body: { name: 'Ada', none: null, blank: '', list: {} },
};

it.each([
	'=order-{{ $json.body.number }}',
	'=order-{{ $json.body.none }}',
	'={{ $json.body.name }} {{ $json.body.number }}',
	'=order-{{ $json.body.list }}',
	'={{ `order-${$json.body.number}` }}',
	'={{ "order-" + $json.body.none }}',
	'={{ "order_" + Number($json.body.name) }}',
	'={{ "order" + $json.body.number }}',
	'=n{{ Number($json.body.name) }}',
	'=n{{ String($json.body.none) }}x',
	'=day-{{ DateTime.fromISO($json.body.name) }}',
	'={{ $json.body.number + $json.body.name }}',
	'={{ $json.body.none + "123" }}',
	'={{ `day-${DateTime.fromISO($json.body.name)}` }}',
	'={{ "day-" + new Date($json.body.name) }}',
])(
	'the key %s is refused, because all orders without a number would have the same',
	async (sendOnceKey) => {
		const parameters = texts({ sendOnceKey });
		const { error, details } = await failureOf({ items: [{ json: order }], parameters });
		expect(error).toMatch(/^Part of the Send Once Key is empty$|"Send Once Key" would say "/);
		expect(details).toMatchObject({ delivery: 'notSent' });
		expect(await requests()).toEqual([]);
	},
);

it.each([
	'newsletter-12',
	'={{ $json.body.name }}',
	'=order-{{ $json.body.name }}-{{ 0 }}{{ false }}',
	'=order-{{ $json.body.number ?? "" }}',
	'=order-\\{{{ $json.body.number }}',
	'=order-{{ $json.body.name.replace("\\}}", "") }}',
	'={{ $json.body.name }} is not undefinedly known',
	'={{ "annulled" }}',
	'=order-{{ "nullify" }}-{{ "NaNcy" }}',
	'={{ "Invalid Dates" }}-{{ "nullé" }}',
	'=null{{ $json.body.name }}',
	'={{ ["order", $json.body.blank, $json.body.name].filter(Boolean).join("-") }}',
	'={{ $json.body.blank ? "order-" + $json.body.blank : $json.body.name }}',
	'={{ [$json.body.name, $json.body.blank][0] }}',
	'={{ $json.to + "" + $json.body.name }}',
])('the key %s is complete', async (sendOnceKey) => {
	const parameters = texts({ sendOnceKey });
	const { error } = await failureOf({ items: [{ json: order }], parameters });
	// The engine tests have no database for keys, so a key that passes the checks ends like this.
	expect(error).toBe('n8n could not record the Send Once Key');
});
