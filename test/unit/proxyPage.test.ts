import {
	asksToSlowDown,
	processingOf,
} from '../../nodes/MessagingIntegration/service/meaningOfStatus';
import { answer } from './support/outcomes';
import { haproxyPage, nginxPage } from './support/pages';

const padding = '<!-- a padding to disable MSIE and Chrome friendly error page -->\r\n'.repeat(6);

const apache =
	'<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>503 Service Unavailable</title>\n</head><body>\n<h1>Service Unavailable</h1>\n</body></html>\n';

it.each([
	['nginx', nginxPage('nginx')],
	['nginx with its version and build', nginxPage('nginx/1.18.0 (Ubuntu)')],
	['nginx with padding', nginxPage('nginx') + padding],
])('after a 503 page of %s the message is not sent, and the run slows down', (_, page) => {
	expect(processingOf(answer(503, page))).toBe('notProcessed');
	expect(asksToSlowDown(answer(503, page))).toBe(true);
});

it('after a 503 page of HAProxy the message is not sent, and the run does not slow down', () => {
	// The second is its error file in Debian.
	for (const page of [haproxyPage, `${haproxyPage}\n`]) {
		expect(processingOf(answer(503, page))).toBe('notProcessed');
		expect(asksToSlowDown(answer(503, page))).toBe(false);
	}
});

it.each([
	['Apache', apache],
	['a gateway that adds a sentence to the page of nginx', nginxPage('nginx</center><p>Sorry</p>')],
	['a gateway that adds a text after the page of nginx', `${nginxPage('nginx')}Upstream failed`],
	['a gateway that adds a text after the page of HAProxy', `${haproxyPage}Upstream failed`],
	['a proxy that changes the sentence of HAProxy', haproxyPage.replace('No server', 'No servers')],
	['JSON', '{"message":"nginx"}'],
])('after a 503 from any other proxy or service the message is in doubt: %s', (_, page) => {
	expect(processingOf(answer(503, page))).toBe('unknown');
	expect(asksToSlowDown(answer(503, page))).toBe(false);
});

it('after a 502 the message is in doubt, whatever the page', () => {
	for (const page of [nginxPage('nginx'), haproxyPage]) {
		expect(processingOf(answer(502, page))).toBe('unknown');
		expect(asksToSlowDown(answer(502, page))).toBe(false);
	}
});
