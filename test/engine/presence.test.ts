import { engineOnSandbox } from './engineOnSandbox';
import { assignment, presence } from './parameters';

const { run, sentBody, control, failureOf } = engineOnSandbox();

describe.each(['typing', 'read'] as const)('%s', (operation) => {
	it('carries the fields that are given', async () => {
		const assignments = [assignment('to', '15551234567', 'string'), assignment('for', 3, 'number')];
		await run({ parameters: presence(operation, { bodyFields: { assignments } }) });
		expect(await sentBody()).toEqual({ to: '15551234567', for: 3 });
	});

	it('carries the JSON that is given', async () => {
		const parameters = presence(operation, {
			specifyBody: 'json',
			bodyJson: '{ "ids": ["a", "b"] }',
		});
		await run({ parameters });
		expect(await sentBody()).toEqual({ ids: ['a', 'b'] });
	});

	it('carries the recipient, as a message does', async () => {
		await run({ parameters: presence(operation, { to: '+1 555 123-4567' }) });
		expect(await sentBody()).toEqual({ to: '15551234567' });
	});

	it('carries the recipient beside the fields that are given', async () => {
		await run({
			parameters: presence(operation, {
				to: '15551234567',
				specifyBody: 'json',
				bodyJson: '{ "for": 3 }',
			}),
		});
		expect(await sentBody()).toEqual({ to: '15551234567', for: 3 });
	});

	it('has no body where an expression finds no recipient', async () => {
		await run({ parameters: presence(operation, { to: '={{ $json.nobody }}' }) });
		expect((await sentBody()) ?? undefined).toBeUndefined();
	});

	it('goes to one recipient', async () => {
		const { error } = await failureOf({
			parameters: presence(operation, { to: '15551234567,15551234568' }),
		});
		expect(error).toMatch(/is 2 recipients/);
	});

	it('tells of a recipient without a country code', async () => {
		const { hints } = await run({ parameters: presence(operation, { to: '0171 1234567' }) });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('without a country code'),
		]);
	});

	it('carries an object from an expression', async () => {
		const parameters = presence(operation, { specifyBody: 'json', bodyJson: '={{ $json }}' });
		await run({ items: [{ json: { chat: 'x' } }], parameters });
		expect(await sentBody()).toEqual({ chat: 'x' });
	});

	it.each(['{}', ''])('has no body where the JSON is "%s"', async (bodyJson) => {
		await run({ parameters: presence(operation, { specifyBody: 'json', bodyJson }) });
		expect((await sentBody()) ?? undefined).toBeUndefined();
	});

	it('gives an answer’s object as it is', async () => {
		await control().bend({ status: 200, body: '{ "shown": true }' });
		const { items } = await run({ parameters: presence(operation) });
		expect(items[0]?.json).toEqual({ shown: true });
	});
});
