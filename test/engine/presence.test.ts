import { engineOnSandbox } from './engineOnSandbox';
import { assignment, presence } from './parameters';

const { run, sentBody, failureOf, requests } = engineOnSandbox();

describe.each(['typing', 'read'] as const)('a %s indication', (operation) => {
	it('contains the given fields', async () => {
		const assignments = [assignment('to', '12025554567', 'string'), assignment('for', 3, 'number')];
		await run({ parameters: presence(operation, { bodyFields: { assignments } }) });
		expect(await sentBody()).toEqual({ to: '12025554567', for: 3 });
	});

	it('contains the given JSON', async () => {
		const parameters = presence(operation, {
			specifyBody: 'json',
			bodyJson: '{ "ids": ["a", "b"] }',
		});
		await run({ parameters });
		expect(await sentBody()).toEqual({ ids: ['a', 'b'] });
	});

	it('contains the recipient, cleaned up as in a message', async () => {
		await run({ parameters: presence(operation, { to: '+1 202 555-4567' }) });
		expect(await sentBody()).toEqual({ to: '12025554567' });
	});

	it('contains the recipient and the given JSON', async () => {
		await run({
			parameters: presence(operation, {
				to: '12025554567',
				specifyBody: 'json',
				bodyJson: '{ "for": 3 }',
			}),
		});
		expect(await sentBody()).toEqual({ to: '12025554567', for: 3 });
	});

	it('fails if the recipient’s expression returns nothing', async () => {
		const { error } = await failureOf({
			parameters: presence(operation, { to: '={{ $json.nobody }}' }),
		});
		expect(error).toBe('The recipient is empty');
	});

	it('has no body if no recipient is entered', async () => {
		await run({ parameters: presence(operation, { to: ' ' }) });
		expect((await sentBody()) ?? undefined).toBeUndefined();
	});

	it('adds the code of the default country', async () => {
		await run({ parameters: presence(operation, { to: '0171 1234567', defaultCountry: 'DE' }) });
		expect(await sentBody()).toEqual({ to: '491711234567' });
	});

	it('fails if its recipient may have no country code', async () => {
		const to = '(415) 555-2671';
		const { error } = await failureOf({ parameters: presence(operation, { to }) });
		expect(error).toBe('"(415) 555-2671" may have no country code');
		expect(await requests()).toEqual([]);
	});

	it('contains an object from an expression', async () => {
		const parameters = presence(operation, { specifyBody: 'json', bodyJson: '={{ $json }}' });
		await run({ items: [{ json: { chat: 'x' } }], parameters });
		expect(await sentBody()).toEqual({ chat: 'x' });
	});

	it.each(['{}', ''])('has no body if the JSON is "%s"', async (bodyJson) => {
		await run({ parameters: presence(operation, { specifyBody: 'json', bodyJson }) });
		expect((await sentBody()) ?? undefined).toBeUndefined();
	});
});
