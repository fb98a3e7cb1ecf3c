import { errorShapes } from '../../dev/sandbox/faults';
import { engineOnSandbox } from './engineOnSandbox';
import { text } from './parameters';

const { control, failureOf } = engineOnSandbox();

async function failureWith(body: unknown, status = 422) {
	await control().bend({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });
	return (await failureOf({ parameters: text })).details;
}

it.each(errorShapes.filter((shape) => shape !== 'empty'))(
	'the error contains code and message from an answer of the shape %s',
	async (shape) => {
		await control().bend({ status: 422, code: 'SOME_CODE', message: 'some words', shape });
		const { details } = await failureOf({ parameters: text });
		expect(details.code).toBe('SOME_CODE');
		if (shape !== 'html') expect(details.description).toContain('some words');
	},
);

it.each(errorShapes.filter((shape) => shape !== 'empty'))(
	'NOT_SUPPORTED_BY_ENGINE is recognised in an answer of the shape %s',
	async (shape) => {
		await control().bend({ status: 422, code: 'NOT_SUPPORTED_BY_ENGINE', shape });
		const { error } = await failureOf({ parameters: text });
		expect(error).toBe('Instance "demo" cannot send the content type "text" (422)');
	},
);

it('the error for an empty answer has no code and no quote', async () => {
	await control().bend({ status: 422, shape: 'empty' });
	const { details } = await failureOf({ parameters: text });
	expect(details).not.toHaveProperty('code');
	expect(details.description).not.toContain('The service said');
});

it.each([
	[{ code: 4711 }, '4711'],
	[{ code: '', error: { code: 'INNER' } }, 'INNER'],
	[{ error: 'A whole sentence.', type: 'kind' }, 'kind'],
	[{ code: 'x'.repeat(65) }, undefined],
	[{ code: null, errors: [] }, undefined],
	['Something failed.', undefined],
])('the code of %j is %s', async (body, code) => {
	expect((await failureWith(body)).code).toBe(code);
});

it.each([
	[{ error: { message: 'deep words' } }, 'deep words'],
	[{ error: 'A whole sentence.' }, 'A whole sentence.'],
	[{ detail: 'problem details' }, 'problem details'],
	[{ errors: [{ message: 'the first' }, { message: 'the second' }] }, 'the first'],
	['"bare words"', 'bare words'],
	['plain words', 'plain words'],
	[{ unheard: { of: 1 } }, '{"unheard":{"of":1}}'],
])('the error quotes the message of %j', async (body, words) => {
	expect((await failureWith(body)).description).toContain(`The service said: “${words}”`);
});

it('a long message is cut to a readable length', async () => {
	const { description = '' } = await failureWith({ message: '🙂 words '.repeat(5000) });
	expect(description).toMatch(/words 🙂?.*…”$/u);
	expect(description.length).toBeLessThan(1000);
	expect(description.isWellFormed()).toBe(true);
});

it('a message cannot add markup or line breaks', async () => {
	const { description } = await failureWith({
		message: '<img src=x onerror=alert(1)>\n\n<b>bold</b>\u0000',
	});
	expect(description).not.toMatch(/[<>\n]/);
	expect(description).toContain('bold');
});

it('a message that names a system error does not replace ours', async () => {
	await control().bend({ status: 500, message: 'upstream ECONNREFUSED ENOTFOUND EPERM' });
	const { error, details } = await failureOf({ parameters: text });
	expect(error).toBe('The service failed while handling the request (500)');
	expect(details.description).toContain('upstream ECONNREFUSED ENOTFOUND EPERM');
});
