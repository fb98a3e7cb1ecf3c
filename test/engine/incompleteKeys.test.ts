import { deliveryOnSandbox, texts } from './deliveryOnSandbox';

const { failureOf, requests } = deliveryOnSandbox();

const order = { to: '12025554567', text: 'a text', body: { name: 'Ada', none: null, list: {} } };

const same = 'for this item, so other messages would have the same key and would not be sent.';
const explained = (what: string) => `${what} ${same} Correct the expression.`;
const gaveNothing = (part: string) => explained(`${part} gave nothing`);
const isPart = (part: string, value: string) => explained(`${part} gave "${value}"`);
const isKey = (key: string) => explained(`The key is "${key}"`);
const missing = '{{ $json.body.number }}';

it.each([
	[`=order-${missing}`, gaveNothing(missing)],
	['=order-{{ $json.body.none }}', gaveNothing('{{ $json.body.none }}')],
	['=order-{{ $json.body.number ?? "" }}', gaveNothing('{{ $json.body.number ?? "" }}')],
	[`={{ $json.body.name }} ${missing}`, gaveNothing(missing)],
	['=order-{{ $json.body.list }}', isPart('{{ $json.body.list }}', '[object Object]')],
	['={{ `order-${$json.body.number}` }}', isKey('order-undefined')],
	['={{ "order-" + $json.body.none }}', isKey('order-null')],
	['={{ "order_" + Number($json.body.name) }}', isKey('order_NaN')],
	['={{ "order" + $json.body.number }}', isKey('orderundefined')],
	['=n{{ NaN }}', gaveNothing('{{ NaN }}')],
	['=n{{ String($json.body.none) }}x', isPart('{{ String($json.body.none) }}', 'null')],
	[
		'=day-{{ DateTime.fromISO($json.body.name) }}',
		isPart('{{ DateTime.fromISO($json.body.name) }}', 'Invalid DateTime'),
	],
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
	const parameters = texts({ sendOnceKey });
	const { error } = await failureOf({ items: [{ json: order }], parameters });
	// The engine tests have no database for keys, so a key that passes the checks ends like this.
	expect(error).toBe('n8n could not record the Send Once Key');
});
