import { errorWords } from '../../nodes/MessagingIntegration/service/answer';
import { quoted } from '../../nodes/MessagingIntegration/service/sentences';

const said = (value: unknown) => errorWords({ kind: 'json', value });

it.each<[string, unknown]>([
	['error', { error: 'No such chat' }],
	['error.message', { error: { code: 'X', message: 'No such chat' } }],
	['errors[0].message', { errors: [{ message: 'No such chat' }] }],
	['detail of a problem report', { detail: 'No such chat', title: 'Not Found' }],
	['reason', { reason: 'No such chat' }],
])("quotes the service's own words from %s", (_, body) => {
	expect(said(body)).toBe('No such chat');
});

it('quotes the whole answer if it finds no message', () => {
	expect(said({ message: ' ' })).toBe('{"message":" "}');
});

it('quotes the title of a page, not its markup', () => {
	const page =
		'\n<!DOCTYPE html><html><head><title>502 Bad\nGateway</title></head><body>…</body></html>';
	expect(errorWords({ kind: 'page', value: page })).toBe('502 Bad Gateway');
	expect(errorWords({ kind: 'page', value: '<html><body>Oops</body></html>' })).toBe('');
});

it('quotes nothing from an empty answer', () => {
	expect(errorWords({ kind: 'empty' })).toBeUndefined();
	expect(said({})).toBe('');
	expect(said([])).toBe('');
});

it("quotes on one line, and keeps markup out of n8n's editor", () => {
	expect(quoted(' a\r\n\tb\u2028c  <img src=x> ')).toBe('a b c ‹img src=x›');
});

it('shortens quotes to 300 characters and never splits a character', () => {
	expect(quoted('a'.repeat(300))).toBe('a'.repeat(300));
	expect(quoted('😀'.repeat(301))).toBe(`${'😀'.repeat(300)}…`);
	expect(quoted(`a${'😀'.repeat(400)}`)).toBe(`a${'😀'.repeat(299)}…`);
});
