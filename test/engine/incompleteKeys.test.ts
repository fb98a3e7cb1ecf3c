import { deliveryOnSandbox, texts } from './deliveryOnSandbox';

const { failureOf, requests, run } = deliveryOnSandbox();

const order = { to: '12025554567', text: 'a text', body: { name: 'Ada', none: null, list: {} } };
// The engine tests have no database for keys, so a key that passes the checks ends like this.
const accepted = 'n8n could not record the Send Once Key';

const gaveNothing = (part: string) =>
	`${part} gave nothing for this item, so other messages would have the same key and would not be sent. Correct the expression.`;
const isKey = (key: string) =>
	`The key is "${key}" for this item, so other messages would have the same key and would not be sent. Correct the expression.`;

const isPart = (part: string, value: string) =>
	`${part} gave "${value}" for this item, so other messages would have the same key and would not be sent. Correct the expression.`;

const missing = '{{ $json.body.number }}';

it.each([
	[`=order-${missing}`, gaveNothing(missing)],
	[`=${missing}-${missing}`, gaveNothing(missing)],
	['=order-{{ $json.body.none }}', gaveNothing('{{ $json.body.none }}')],
	['=order-{{ $json.body.number ?? "" }}', gaveNothing('{{ $json.body.number ?? "" }}')],
	[`={{ $json.body.name }} ${missing}`, gaveNothing(missing)],
	['=order-{{ " " }}', gaveNothing('{{ " " }}')],
	['=order-{{ $json.body.list }}', isPart('{{ $json.body.list }}', '[object Object]')],
	['={{ `order-${$json.body.number}` }}', isKey('order-undefined')],
	['={{ `order_${$json.body.number}_new` }}', isKey('order_undefined_new')],
	['={{ "order-" + $json.body.none }}', isKey('order-null')],
	['={{ "order_" + Number($json.body.name) }}', isKey('order_NaN')],
	['={{ "n" + NaN }}', isKey('nNaN')],
	['={{ "order" + $json.body.number }}', isKey('orderundefined')],
	['=n{{ NaN }}', gaveNothing('{{ NaN }}')],
	['=n{{ "5-" + NaN }}', isPart('{{ "5-" + NaN }}', '5-NaN')],
	['=n{{ String($json.body.none) }}x', isPart('{{ String($json.body.none) }}', 'null')],
	['=n{{ $json.body.none + "-1" }}', isPart('{{ $json.body.none + "-1" }}', 'null-1')],
	[
		'=day-{{ DateTime.fromISO($json.body.name) }}',
		isPart('{{ DateTime.fromISO($json.body.name) }}', 'Invalid DateTime'),
	],
	['={{ $json.body.number + "123" }}', isKey('undefined123')],
	['={{ $json.body.number + $json.body.name }}', isKey('undefinedAda')],
	['={{ $json.body.none + "123" }}', isKey('null123')],
	['={{ `day-${DateTime.fromISO($json.body.name)}` }}', isKey('day-Invalid DateTime')],
	['={{ "day-" + new Date($json.body.name) }}', isKey('day-Invalid Date')],
])(
	'the key %s is refused, because all orders without a number would have the same',
	async (sendOnceKey, description) => {
		const parameters = texts({ sendOnceKey });
		const { error, details } = await failureOf({ items: [{ json: order }], parameters });
		expect(error).toBe('Part of the Send Once Key is empty');
		expect(details).toStrictEqual({ description, delivery: 'notSent' });
		expect(await requests()).toEqual([]);
	},
);

it.each([
	'newsletter-12',
	'={{ $json.body.name }}',
	'={{ $json.body.name.toLowerCase() }}',
	'=order-{{ $json.body.name }}-{{ 0 }}{{ false }}',
	`=order-\\${missing}`,
	'=order-\\{{{ $json.body.number }}',
	'=order-{{ $json.body.name.replace("\\}}", "") }}',
	'={{ $json.body.name }} is not undefinedly known',
	'={{ "annulled" }}',
	'=order-{{ "nullify" }}-{{ "NaNcy" }}',
	'={{ "Invalid Dates" }}-{{ "nullé" }}',
	'=null{{ $json.body.name }}',
])('the key %s is complete', async (sendOnceKey) => {
	const { error } = await failureOf({
		items: [{ json: order }],
		parameters: texts({ sendOnceKey }),
	});
	expect(error).toBe(accepted);
});

it('two orders without a number do not have the same key', async () => {
	const { items } = await run({
		items: ['one', 'two'].map((text) => ({ json: { ...order, text } })),
		parameters: texts({ sendOnceKey: `=order-${missing}` }),
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error)).toEqual([
		'Part of the Send Once Key is empty',
		'Part of the Send Once Key is empty',
	]);
});
