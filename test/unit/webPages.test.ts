import fc from 'fast-check';

import { isWebPage } from '../../nodes/MessagingIntegration/service/responseBody';
import { answer, describedFailure, operations, requestOf } from './support/outcomes';

/** Pages of nginx, Cloudflare, Akamai and others. */
const pages = [
	'<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<hr><center>nginx</center></body></html>',
	'<!DOCTYPE html>\n<!--[if lt IE 7]> <html class="no-js ie6"> <![endif]--><html><head><title>Attention Required!</title></head></html>',
	'\n<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>You do not have permission</BODY></HTML>',
	'<!-- blocked by rule 12 --><html></html>',
];

const html = 'text/html; charset=utf-8';

it.each([
	...pages,
	'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">',
	'<meta http-equiv="refresh" content="0; url=/login">',
	'<script>location = "/login"</script>',
	'<h1>Maintenance</h1>',
])('is a web page, even without a content type: %j', (page) => {
	expect(isWebPage(page, '')).toBe(true);
});

it.each([
	...['<ok>', 'queued <html>', '<header>', '<message>sent</message>', '<!-- <html>'],
	...['<?xml version="1.0"?><response><!-- <html> --></response>', '<!-- <html></html> -->'],
])('is no web page, unless the content type says so: %j', (words) => {
	for (const type of ['', 'text/plain', 'application/json'])
		expect(isWebPage(words, type)).toBe(false);
	expect(isWebPage(words, 'TEXT/HTML')).toBe(true);
});

it.each(['OK', 'a < b', '<3', '<?html'])(
	'words without a tag are no web page, even if the content type says so: %s',
	(words) => expect(isWebPage(words, html)).toBe(false),
);

it('a web page is recognised behind any spaces, comments and instructions', () => {
	const preamble = fc.array(
		fc.oneof(
			fc.constantFrom(' ', '\r\n', '\ufeff', '<!---->', '<?xml version="1.0"?>'),
			fc.string().map((words) => `<!--${words.replaceAll('-', '')}-->`),
		),
	);
	const tag = fc.mixedCase(fc.constantFrom('<!doctype html>', '<html>'));
	fc.assert(fc.property(preamble, tag, (parts, end) => isWebPage(parts.join('') + end, '')));
});

it('16 MiB that almost look like a page are judged at once', () => {
	for (const part of ['<!---->', '<!--', '<?', ' ', '<!-- ?><? -->'])
		expect(isWebPage(`${part.repeat(2 ** 24 / part.length)}x`, html)).toBe(part.startsWith('<!'));
});

it.each([
	[403, 'A firewall, a proxy or a login page refused the request (403)', 'key is not the reason'],
	[401, 'A firewall, a proxy or a login page refused the request (401)', 'key is not the reason'],
	[404, 'A web page answered instead of the service (404)', '"Base URL"'],
])(
	'a %i page counts neither as a missing scope, a wrong key nor a missing instance',
	(status, message, advice) => {
		for (const operation of operations) {
			const failure = describedFailure(requestOf(operation), answer(status, pages[0]));
			expect(failure).toMatchObject({ message, delivery: 'notSent' });
			expect(failure.description).toContain(advice);
			expect(`${failure.message} ${failure.description}`).not.toContain('scope');
		}
	},
);
