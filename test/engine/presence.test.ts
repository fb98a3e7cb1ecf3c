import { engineOnSandbox } from './engineOnSandbox';
import { assignment, presence } from './parameters';

const { run, sentBody, control, failureOf, requests } = engineOnSandbox();

describe.each(['typing', 'read'] as const)('a %s indication', (operation) => {
	it('contains the given fields', async () => {
		const assignments = [assignment('to', '15551234567', 'string'), assignment('for', 3, 'number')];
		await run({ parameters: presence(operation, { bodyFields: { assignments } }) });
		expect(await sentBody()).toEqual({ to: '15551234567', for: 3 });
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
		await run({ parameters: presence(operation, { to: '+1 555 123-4567' }) });
		expect(await sentBody()).toEqual({ to: '15551234567' });
	});

	it('contains the recipient and the given JSON', async () => {
		await run({
			parameters: presence(operation, {
				to: '15551234567',
				specifyBody: 'json',
				bodyJson: '{ "for": 3 }',
			}),
		});
		expect(await sentBody()).toEqual({ to: '15551234567', for: 3 });
	});

	it('has no body if the recipient’s expression returns nothing', async () => {
		await run({ parameters: presence(operation, { to: '={{ $json.nobody }}' }) });
		expect((await sentBody()) ?? undefined).toBeUndefined();
	});

	it('fails if it has several recipients', async () => {
		const { error } = await failureOf({
			parameters: presence(operation, { to: '15551234567,15551234568' }),
		});
		expect(error).toMatch(/is 2 recipients/);
	});

	it('shows a hint about a recipient without a country code', async () => {
		const { hints } = await run({ parameters: presence(operation, { to: '(415) 555-2671' }) });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('without a country code'),
		]);
	});

	it('fails if its recipient begins with 0', async () => {
		const { error } = await failureOf({ parameters: presence(operation, { to: '0171 1234567' }) });
		expect(error).toBe('"0171 1234567" has no country code');
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

	it('returns the object of the answer unchanged', async () => {
		await control().bend({ status: 200, body: '{ "shown": true }' });
		const { items } = await run({ parameters: presence(operation) });
		expect(items[0]?.json).toEqual({ shown: true });
	});
});
