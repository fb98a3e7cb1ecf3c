import { engineOnSandbox } from './engine-on-sandbox';
import { assignment, message } from './parameters';

const { run, sentBody } = engineOnSandbox();

const otherTypes = ['location', 'contact', 'poll', 'buttons', 'list', 'reaction'];
const fields = (...assignments: Array<ReturnType<typeof assignment>>) => ({ contentFields: { assignments } });
const json = (contentJson: string) => ({ specifyContent: 'json', contentJson });

it.each(otherTypes)('%s carries the fields that are given, beside its type', async (type) => {
	await run({ parameters: message(type, fields(assignment('any', 'value', 'string'))) });
	expect(await sentBody()).toEqual({ to: '15551234567', content: { type, any: 'value' } });
});

it.each(otherTypes)('%s carries the JSON that is given, beside its type', async (type) => {
	await run({ parameters: message(type, json('{ "deep": [{ "er": null }] }')) });
	expect(await sentBody()).toEqual({ to: '15551234567', content: { type, deep: [{ er: null }] } });
});

describe('the fields of a content', () => {
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
			content: { type: 'poll', string: 'one', number: 2, boolean: true, array: ['a', 'b'], object: { a: 1 } },
		});
	});

	it('nest where their name has dots', async () => {
		const nested = [assignment('place.latitude', 1.5, 'number'), assignment('place.name', 'Here', 'string')];
		await run({ parameters: message('location', fields(...nested)) });
		expect(await sentBody()).toMatchObject({ content: { place: { latitude: 1.5, name: 'Here' } } });
	});

	it('can come from the item', async () => {
		const items = [{ json: { options: ['yes', 'no'], emoji: '👍' } }];
		const assignments = [
			assignment('options', '={{ $json.options }}', 'array'),
			assignment('emoji', '={{ $json.emoji }}', 'string'),
		];
		await run({ items, parameters: message('reaction', fields(...assignments)) });
		expect(await sentBody()).toMatchObject({ content: { options: ['yes', 'no'], emoji: '👍' } });
	});

	it('are skipped where a row was left empty', async () => {
		const assignments = [assignment('', '', 'string'), assignment('question', 'Tea?', 'string')];
		await run({ parameters: message('poll', { contentFields: { assignments } }) });
		expect(await sentBody()).toMatchObject({ content: { type: 'poll', question: 'Tea?' } });
	});

	it('cannot reach an object’s prototype', async () => {
		const names = ['__proto__.polluted', 'constructor.prototype.polluted'];
		await run({ parameters: message('poll', fields(...names.map((name) => assignment(name, 'yes', 'string')))) });
		expect({}).not.toHaveProperty('polluted');
	});
});

describe('the JSON of a content', () => {
	it('can be an object from an expression', async () => {
		const items = [{ json: { card: { name: 'Ada', phones: ['1', '2'] } } }];
		await run({ items, parameters: message('contact', json('={{ $json.card }}')) });
		expect(await sentBody()).toMatchObject({ content: { type: 'contact', name: 'Ada', phones: ['1', '2'] } });
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
