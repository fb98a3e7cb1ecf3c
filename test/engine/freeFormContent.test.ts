import { engineOnSandbox } from './engineOnSandbox';
import { anyText } from './matchers';
import { assignment, message, photo, presence, text } from './parameters';

const { control, failureOf, requests, run, sentBody } = engineOnSandbox();

const otherTypes = ['location', 'contact', 'poll', 'buttons', 'list', 'reaction'];
const fields = (...assignments: Array<ReturnType<typeof assignment>>) => ({
	contentFields: { assignments },
});
const json = (contentJson: string) => ({ specifyContent: 'json', contentJson });

it.each(otherTypes)('%s contains its type and the given fields', async (type) => {
	await run({ parameters: message(type, fields(assignment('any', 'value', 'string'))) });
	expect(await sentBody()).toEqual({ to: '12025554567', content: { type, any: 'value' } });
});

it('a guess that nobody has corrected is not sent, and an error says what to do', async () => {
	const corrected = json('{ "This is a guess": "", "question": "Tea?" }');
	for (const given of [{}, { specifyContent: 'json' }, corrected]) {
		expect(await failureOf({ parameters: message('poll', given) })).toMatchObject({
			error: 'The poll is still the example',
			details: { description: expect.stringContaining('delete the line'), delivery: 'notSent' },
		});
	}
	expect(await requests()).toEqual([]);
});

describe('content fields', () => {
	it('keep their types', async () => {
		await run({
			parameters: message(
				'poll',
				fields(
					assignment('string', 'one', 'string'),
					assignment('number', '2', 'number'),
					assignment('boolean', 'true', 'boolean'),
					assignment('array', '["a", "b"]', 'array'),
					assignment('object', '{ "a": 1 }', 'object'),
				),
			),
		});
		expect(await sentBody()).toMatchObject({
			content: {
				type: 'poll',
				string: 'one',
				number: 2,
				boolean: true,
				array: ['a', 'b'],
				object: { a: 1 },
			},
		});
	});

	it('are nested if their name has dots', async () => {
		const nested = [
			assignment('place.latitude', 1.5, 'number'),
			assignment('place.name', 'Here', 'string'),
		];
		await run({ parameters: message('location', fields(...nested)) });
		expect(await sentBody()).toMatchObject({ content: { place: { latitude: 1.5, name: 'Here' } } });
	});

	it('are skipped if a row was left empty', async () => {
		const assignments = [assignment('', '', 'string'), assignment('question', 'Tea?', 'string')];
		await run({ parameters: message('poll', { contentFields: { assignments } }) });
		expect(await sentBody()).toMatchObject({ content: { type: 'poll', question: 'Tea?' } });
	});

	it.each(['__proto__.polluted', 'constructor.prototype.polluted', 'a.prototype', 'price [EUR]'])(
		'cannot have the name %s',
		async (name) => {
			const { error } = await run({
				parameters: message('poll', fields(assignment(name, 'yes', 'string'))),
			});
			expect(error).toMatchObject({ message: `The name "${name}" cannot be used for a field` });
			expect(await requests()).toEqual([]);
			expect({}).not.toHaveProperty('polluted');
		},
	);

	it('that an expression leaves without a name are an error, and a number is a name', async () => {
		const named = (name: string) =>
			message('poll', fields(assignment(name, 'yes', 'string'), assignment('a', 'b', 'string')));
		const items = [{ json: { number: 7 } }];
		const { error } = await run({ items, parameters: named('={{ $json.nope }}') });
		expect(error).toMatchObject({ message: 'A field has a value but no name' });
		await run({ items, parameters: named('={{ $json.number }}') });
		expect(await sentBody()).toMatchObject({ content: { 7: 'yes', a: 'b' } });
	});

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
		const rows = fields(assignment(one, 'Ada', 'string'), assignment(other, 'Bob', 'string'));
		const { error } = await failureOf({ parameters: message('contact', rows) });
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
		const parameters = message(
			'reaction',
			json('={ "a": "{{ $json.id }}", "b": 123456789012345 }'),
		);
		await run({ items, parameters });
		expect(await sentBody()).toMatchObject({
			content: { a: '120363025246125486', b: 123456789012345 },
		});
	});
});

describe('the content JSON', () => {
	it('can be an object from an expression', async () => {
		const items = [{ json: { card: { name: 'Ada', phones: ['1', '2'] } } }];
		await run({ items, parameters: message('contact', json('={{ $json.card }}')) });
		expect(await sentBody()).toMatchObject({
			content: { type: 'contact', name: 'Ada', phones: ['1', '2'] },
		});
	});
});

it('the content may have a field "content" of its own', async () => {
	await run({ parameters: message('contact', json('{ "content": { "name": "Ada" } }')) });
	expect(await sentBody()).toMatchObject({
		content: { type: 'contact', content: { name: 'Ada' } },
	});
});

describe('additional content', () => {
	const additional = (additionalContent: string) => ({ options: { additionalContent } });

	it('is added to a text', async () => {
		await run({
			parameters: { ...text, ...additional('{ "preview": false, "quoted": { "id": "1" } }') },
		});
		expect(await sentBody()).toEqual({
			to: '12025554567',
			content: { type: 'text', text: 'hello', preview: false, quoted: { id: '1' } },
		});
	});

	it('is added to a file that is uploaded first', async () => {
		const items = [{ json: {}, binary: { data: photo } }];
		await run({ items, parameters: message('image', additional('{ "viewOnce": true }')) });
		expect(await control().messages()).toMatchObject([
			{ content: { type: 'image', media: { storageRef: anyText }, viewOnce: true } },
		]);
	});

	it('can be an expression that returns an object', async () => {
		const items = [{ json: { more: { preview: true } } }];
		await run({ items, parameters: { ...text, ...additional('={{ $json.more }}') } });
		expect(await sentBody()).toMatchObject({
			content: { type: 'text', text: 'hello', preview: true },
		});
	});

	it.each(['', '{}'])('may be empty: "%s"', async (given) => {
		await run({ parameters: { ...text, ...additional(given) } });
		expect(await sentBody()).toEqual({
			to: '12025554567',
			content: { type: 'text', text: 'hello' },
		});
	});
});

it.each([
	['string', '={{ Number($json.nothing) }}', 'is not a text'],
	['string', '={{ 1 / 0 }}', 'is not a text'],
	['string', '={{ $json.id }}', 'lost digits'],
	['number', '={{ $json.id }}', 'lost digits'],
	['number', '1203630252461254861', 'lost digits'],
])(
	'a number that cannot be sent as it was entered is refused: %s, %s',
	async (type, value, why) => {
		const { error } = await run({
			items: [{ json: { id: Number('1203630252461254861') } }],
			parameters: message('reaction', {
				contentFields: { assignments: [assignment('messageId', value, type)] },
			}),
		});
		expect(error?.message).toContain(why);
		expect(await requests()).toEqual([]);
	},
);

it.each([[' '], ['\u00a0'], [[]], ['Infinity'], [true]])(
	'a field of the type Number refuses %j',
	async (value) => {
		const assignments = [assignment('latitude', value, 'number')];
		const { error } = await run({
			parameters: message('location', { contentFields: { assignments } }),
		});
		expect(error?.message).toMatch(/has no value|is not a number/);
		expect(await requests()).toEqual([]);
	},
);
