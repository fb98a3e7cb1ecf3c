import type { Fault } from '../../dev/sandbox/faults';
import { engineOnSandbox } from './engineOnSandbox';
import { text } from './parameters';

const { control, failureOf } = engineOnSandbox();

async function failureWith(body: unknown, status = 422) {
	await control().bend({ status, body: typeof body === 'string' ? body : JSON.stringify(body) });
	return (await failureOf({ parameters: text })).details;
}

const [code, message] = ['NOT_SUPPORTED_BY_ENGINE', 'some words'];

it.each<Fault>([
	{ body: JSON.stringify({ code, message }) },
	{ body: `${code}: ${message}`, contentType: 'text/plain' },
	{ body: `<html><h1>${code}</h1><p>${message}</p></html>`, contentType: 'text/html' },
])('the error knows code and message of the answer %j', async (fault) => {
	await control().bend({ status: 422, ...fault });
	const { error, details } = await failureOf({ parameters: text });
	expect(error).toBe('Instance "demo" cannot send the content type "text" (422)');
	expect(details.code).toBe(code);
	if (fault.contentType !== 'text/html') expect(details.description).toContain(message);
});

it('the error for an empty answer has no code and no quote', async () => {
	await control().bend({ status: 422, body: '', contentType: '' });
	const { details } = await failureOf({ parameters: text });
	expect(details).not.toHaveProperty('code');
	expect(details.description).not.toContain('The service said');
});

it('a long message is cut to a readable length', async () => {
	const { description = '' } = await failureWith({ message: '🙂 words '.repeat(5000) });
	expect(description).toMatch(/words 🙂?.*…” /u);
	expect(description.length).toBeLessThan(1000);
	expect(description.isWellFormed()).toBe(true);
});

it('a message cannot add markup or line breaks', async () => {
	const markup = '<img src=x onerror=alert(1)>\n\n<b>bold</b>\u0000';
	const { description } = await failureWith({ message: markup });
	expect(description).not.toMatch(/[<>\n]/);
	expect(description).toContain('bold');
});

it('a message that names a system error does not replace ours', async () => {
	await control().bend({ status: 500, message: 'upstream ECONNREFUSED ENOTFOUND EPERM' });
	const { error, details } = await failureOf({ parameters: text });
	expect(error).toBe('The service failed while handling the request (500)');
	expect(details.description).toContain('upstream ECONNREFUSED ENOTFOUND EPERM');
});
