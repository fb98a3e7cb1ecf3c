import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOnSandbox } from './support/engineOnSandbox';
import { anyText } from './support/matchers';
import { assignment, message, photo, presence, text } from './support/parameters';

const { control, failureOf, requests, run, sentBody } = engineOnSandbox();

const otherTypes = ['location', 'contact', 'poll', 'buttons', 'list', 'reaction'];
const fields = (...assignments: Array<ReturnType<typeof assignment>>) => ({
	contentFields: { assignments },
});
/** Text fields that get the same value. */
const named = (...names: string[]) =>
	fields(...names.map((name) => assignment(name, 'yes', 'string')));
const json = (contentJson: string) => ({ specifyContent: 'json', contentJson });

it.each(otherTypes)('%s contains its type and the given fields', async (type) => {
	await run({ parameters: message(type, fields(assignment('any', 'value', 'string'))) });
	expect(await sentBody()).toEqual({ to: '12025554567', content: { type, any: 'value' } });
});

it('the fields start empty, so nothing goes that nobody entered, and an error says what to do', async () => {
	for (const given of [{}, { specifyContent: 'json' }]) {
		expect(await failureOf({ parameters: message('poll', given) })).toMatchObject({
			error: 'The poll is empty',
			details: { reason: 'valueEmpty', delivery: 'notSent' },
		});
	}
	expect(await requests()).toEqual([]);
});

describe('content fields', () => {
	it('keep their types', async () => {
		const given = [
			assignment('string', 'one', 'string'),
			assignment('number', '2', 'number'),
			assignment('boolean', 'true', 'boolean'),
			assignment('array', '["a", "b"]', 'array'),
			assignment('object', '{ "a": 1 }', 'object'),
		];
		await run({ parameters: message('poll', fields(...given)) });
		const sent = { string: 'one', number: 2, boolean: true, array: ['a', 'b'], object: { a: 1 } };
		expect(await sentBody()).toMatchObject({ content: { type: 'poll', ...sent } });
	});

	it('are nested if their name has dots', async () => {
		const nested = [
			assignment('place.latitude', 1.5, 'number'),
			assignment('place.name', 'Here', 'string'),
		];
		await run({ parameters: message('location', fields(...nested)) });
		expect(await sentBody()).toMatchObject({ content: { place: { latitude: 1.5, name: 'Here' } } });
	});

	it('that an expression leaves without a name are an error, and a number is a name', async () => {
		const items = [{ json: { number: 7 } }];
		const { error } = await run({
			items,
			parameters: message('poll', named('={{ $json.nope }}', 'a')),
		});
		expect(error).toMatchObject({ message: 'A field has a value but no name' });
		await run({ items, parameters: message('poll', named('={{ $json.number }}', 'a')) });
		expect(await sentBody()).toMatchObject({ content: { 7: 'yes', a: 'yes' } });
	});

	it('are skipped if a row was left empty, and a name has no blanks around it', async () => {
		const rows = fields(assignment('', '', 'string'), assignment('question ', 'Tea?', 'string'));
		await run({ parameters: message('poll', rows) });
		expect(await sentBody()).toMatchObject({ content: { type: 'poll', question: 'Tea?' } });
	});

	it.each(['__proto__.polluted', 'constructor.prototype.polluted', 'a.prototype', 'price [EUR]'])(
		'cannot have the name %s',
		async (name) => {
			const { error } = await run({ parameters: message('poll', named(name)) });
			expect(error).toMatchObject({ message: `The name "${name}" cannot be used for a field` });
			expect(await requests()).toEqual([]);
			expect({}).not.toHaveProperty('polluted');
		},
	);

	it('of the type String are text, as in Edit Fields', async () => {
		const items = [{ json: { n: 52.52, b: true, list: [1, 2], at: '2026-03-01T10:00:00.000Z' } }];
		const assignments = [
			assignment('n', '={{ $json.n }}', 'string'),
			assignment('b', '={{ $json.b }}', 'string'),
			assignment('list', '={{ $json.list }}', 'string'),
			assignment('at', "={{ $json.at.toDateTime().setZone('UTC') }}", 'string'),
			assignment('none', '={{ null }}', 'string'),
		];
		await run({ items, parameters: message('poll', fields(...assignments)) });
		expect(await sentBody()).toMatchObject({
			content: { n: '52.52', b: 'true', list: '[1,2]', at: items[0]?.json.at, none: null },
		});
	});

	it.each([
		['name', 'name'],
		['card', 'card.name'],
		['card.name.first', 'card'],
		['rows[0]', 'rows[0].title'],
	])('%s and %s are refused together, because one would replace the other', async (one, other) => {
		const { error } = await failureOf({ parameters: message('contact', named(one, other)) });
		expect(error).toBe(`The fields "${one}" and "${other}" would replace each other`);
		expect(await requests()).toEqual([]);
	});

	it.each([
		['array', '[120363025246125486]'],
		['object', '{ "id": { "of": 120363025246125486 } }'],
		['object', '={{ ({ id: 120363025246125486 }) }}'],
	])('of the type %s with a number that loses digits are refused: %s', async (type, value) => {
		const parameters = message('contact', fields(assignment('card', value, type)));
		const { error } = await failureOf({ parameters });
		expect(error).toBe('The field "card" has a number that lost digits');
		expect(await requests()).toEqual([]);
	});
});

describe('a number that loses digits in JSON is refused', () => {
	const rounded = '={ "messageId": {{ $json.id }}, "emoji": "👍" }';
	const items = [{ json: { id: '120363025246125486' } }];

	it.each([
		['The content', message('reaction', json(rounded))],
		['The content', message('reaction', json('={{ ({ list: [120363025246125486] }) }}'))],
		['The additional content', { ...text, options: { additionalContent: rounded } }],
		['The body', presence('read', { specifyBody: 'json', bodyJson: rounded })],
	])('in %s', async (what, parameters) => {
		const { error, details } = await failureOf({ items, parameters });
		expect(error).toBe(`${what} has a number that lost digits`);
		expect(details.description).toContain('quotation marks');
		expect(await requests()).toEqual([]);
	});

	it('but not as text, and not with 15 digits', async () => {
		const given = json('={ "a": "{{ $json.id }}", "b": 123456789012345 }');
		await run({ items, parameters: message('reaction', given) });
		const content = { a: '120363025246125486', b: 123456789012345 };
		expect(await sentBody()).toMatchObject({ content });
	});
});

it('the content JSON can be an object from an expression', async () => {
	const card = { name: 'Ada', phones: ['1', '2'] };
	const parameters = message('contact', json('={{ $json.card }}'));
	await run({ items: [{ json: { card } }], parameters });
	expect(await sentBody()).toMatchObject({ content: { type: 'contact', ...card } });
});

describe('additional content', () => {
	const additional = (additionalContent: string) => ({ options: { additionalContent } });
	const more = { preview: false, quoted: { id: '1' } };

	it.each<[string, object]>([
		[JSON.stringify(more), more],
		['={{ $json.more }}', more],
		['', {}],
		['{}', {}],
	])('is added to a text: %s', async (given, added) => {
		await run({ items: [{ json: { more } }], parameters: { ...text, ...additional(given) } });
		const content = { type: 'text', text: 'hello', ...added };
		expect(await sentBody()).toEqual({ to: '12025554567', content });
	});

	it('is added to a file that is uploaded first', async () => {
		const items = [{ json: {}, binary: { data: photo } }];
		await run({ items, parameters: message('image', additional('{ "viewOnce": true }')) });
		expect(await control().messages()).toMatchObject([
			{ content: { type: 'image', media: { storageRef: anyText }, viewOnce: true } },
		]);
	});
});

it.each([
	['string', '={{ Number($json.nothing) }}', 'would say "NaN"'],
	['string', '={{ 1 / 0 }}', 'is not a text'],
	['string', '={{ $json.id }}', 'lost digits'],
	['number', '={{ $json.id }}', 'lost digits'],
	['number', '1203630252461254861', 'lost digits'],
	['number', ' ', 'has no value'],
	['number', '\u00a0', 'has no value'],
	['number', [], 'is not a number'],
	['number', 'Infinity', 'is not a number'],
	['number', true, 'is not a number'],
])('a value that cannot be sent as it was entered is refused: %s, %j', async (type, value, why) => {
	const items = [{ json: { id: Number('1203630252461254861') } }];
	const parameters = message('reaction', fields(assignment('messageId', value, type)));
	expect((await run({ items, parameters })).error?.message).toContain(why);
	expect(await requests()).toEqual([]);
});

const page = readFileSync(join(__dirname, '../../docs/send.md'), 'utf8');
const examples = [...page.matchAll(/^(\w+):\n\n```json\n([^`]+)```/gm)].map(
	([, name = '', json = '']) => [name.toLowerCase(), json],
);

it('the documentation has an example for each content type that the reference does not show', () => {
	expect(examples.map(([type]) => type).sort()).toEqual([
		'buttons',
		'contact',
		'list',
		'location',
		'poll',
		'reaction',
	]);
});

it.each(examples)(
	'the documented example for %s is sent as written',
	async (type = '', contentJson = '') => {
		await run({ parameters: message(type, { specifyContent: 'json', contentJson }) });
		expect(await sentBody()).toEqual({
			to: '12025554567',
			content: { type, ...JSON.parse(contentJson) },
		});
	},
);
