import { engineOnSandbox } from './engineOnSandbox';
import { anyText } from './matchers';
import { assignment, message, photo, text } from './parameters';

const { control, run, sentBody } = engineOnSandbox();

const otherTypes = ['location', 'contact', 'poll', 'buttons', 'list', 'reaction'];
const fields = (...assignments: Array<ReturnType<typeof assignment>>) => ({
	contentFields: { assignments },
});
const json = (contentJson: string) => ({ specifyContent: 'json', contentJson });

it.each(otherTypes)('%s contains its type and the given fields', async (type) => {
	await run({ parameters: message(type, fields(assignment('any', 'value', 'string'))) });
	expect(await sentBody()).toEqual({ to: '15551234567', content: { type, any: 'value' } });
});

it.each(otherTypes)('%s contains its type and the given JSON', async (type) => {
	await run({ parameters: message(type, json('{ "deep": [{ "er": null }] }')) });
	expect(await sentBody()).toEqual({ to: '15551234567', content: { type, deep: [{ er: null }] } });
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

	it('can be expressions', async () => {
		const items = [{ json: { options: ['yes', 'no'], emoji: '👍' } }];
		const assignments = [
			assignment('options', '={{ $json.options }}', 'array'),
			assignment('emoji', '={{ $json.emoji }}', 'string'),
		];
		await run({ items, parameters: message('reaction', fields(...assignments)) });
		expect(await sentBody()).toMatchObject({ content: { options: ['yes', 'no'], emoji: '👍' } });
	});

	it('are skipped if a row was left empty', async () => {
		const assignments = [assignment('', '', 'string'), assignment('question', 'Tea?', 'string')];
		await run({ parameters: message('poll', { contentFields: { assignments } }) });
		expect(await sentBody()).toMatchObject({ content: { type: 'poll', question: 'Tea?' } });
	});

	it('cannot reach an object’s prototype', async () => {
		const names = ['__proto__.polluted', 'constructor.prototype.polluted'];
		await run({
			parameters: message(
				'poll',
				fields(...names.map((name) => assignment(name, 'yes', 'string'))),
			),
		});
		expect({}).not.toHaveProperty('polluted');
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

	it('can be text from an expression', async () => {
		const items = [{ json: { card: '{ "name": "Ada" }' } }];
		await run({ items, parameters: message('contact', json('={{ $json.card }}')) });
		expect(await sentBody()).toMatchObject({ content: { type: 'contact', name: 'Ada' } });
	});

	it('may name the chosen type', async () => {
		await run({ parameters: message('list', json('{ "type": "list", "rows": 1 }')) });
		expect(await sentBody()).toMatchObject({ content: { type: 'list', rows: 1 } });
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
			to: '15551234567',
			content: { type: 'text', text: 'hello', preview: false, quoted: { id: '1' } },
		});
	});

	it('is added to media', async () => {
		const url = 'https://example.com/a.png';
		await run({
			parameters: message('image', {
				mediaSource: 'url',
				mediaUrl: url,
				...additional('{ "viewOnce": true }'),
			}),
		});
		expect(await sentBody()).toMatchObject({
			content: { type: 'image', media: { url }, viewOnce: true },
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
			to: '15551234567',
			content: { type: 'text', text: 'hello' },
		});
	});
});
