import { engineOnSandbox } from './engine-on-sandbox';
import { assignment, presence } from './parameters';

const { run, sentBody, control } = engineOnSandbox();

describe.each(['typing', 'read'] as const)('%s', (operation) => {
	it('carries the fields that are given', async () => {
		const assignments = [assignment('to', '15551234567', 'string'), assignment('for', 3, 'number')];
		await run({ parameters: presence(operation, { bodyFields: { assignments } }) });
		expect(await sentBody()).toEqual({ to: '15551234567', for: 3 });
	});

	it('carries the JSON that is given', async () => {
		const parameters = presence(operation, { specifyBody: 'json', bodyJson: '{ "ids": ["a", "b"] }' });
		await run({ parameters });
		expect(await sentBody()).toEqual({ ids: ['a', 'b'] });
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
