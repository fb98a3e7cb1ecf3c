import type { INodeParameters } from 'n8n-workflow';
import { engineOnSandbox } from './engineOnSandbox';
import { assignment, presence } from './parameters';

const { run, sentBody, failureOf } = engineOnSandbox();

const assignments = [assignment('to', '12025554567', 'string'), assignment('for', 3, 'number')];
const json = (bodyJson: string) => ({ specifyBody: 'json', bodyJson });

describe.each(['typing', 'read'] as const)('a %s indication', (operation) => {
	it.each<[what: string, fields: INodeParameters, body: unknown]>([
		['the given fields', { bodyFields: { assignments } }, { to: '12025554567', for: 3 }],
		['the given JSON', json('{ "ids": ["a", "b"] }'), { ids: ['a', 'b'] }],
		['an object from an expression', json('={{ $json }}'), { chat: 'x' }],
		['the recipient, cleaned up as in a message', { to: '+1 202 555-4567' }, { to: '12025554567' }],
		['the recipient and the JSON', { to: '1202', ...json('{ "for": 3 }') }, { to: '1202', for: 3 }],
		['the country code', { to: '0171 1234567', defaultCountry: 'DE' }, { to: '491711234567' }],
		['nothing if no recipient is entered', { to: ' ' }, undefined],
		['nothing if the JSON is {}', json('{}'), undefined],
		['nothing if the JSON is empty', json(''), undefined],
	])('contains %s', async (_, fields, body) => {
		await run({ items: [{ json: { chat: 'x' } }], parameters: presence(operation, fields) });
		expect((await sentBody()) ?? undefined).toEqual(body);
	});

	it('fails if the recipient’s expression returns nothing', async () => {
		const parameters = presence(operation, { to: '={{ $json.nobody }}' });
		const { error } = await failureOf({ parameters });
		expect(error).toBe('The recipient is empty');
	});
});
