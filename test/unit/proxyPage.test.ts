import { asksToSlowDown, processingOf } from '../../nodes/MessagingIntegration/api/outcome';
import { answer } from './outcomes';

const padding = '<!-- a padding to disable MSIE and Chrome friendly error page -->\r\n'.repeat(6);

const nginx = (name: string) =>
	`<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body>\r\n<center><h1>503 Service Temporarily Unavailable</h1></center>\r\n<hr><center>${name}</center>\r\n</body>\r\n</html>\r\n`;

const haproxy =
	'<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n';

const apache =
	'<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>503 Service Unavailable</title>\n</head><body>\n<h1>Service Unavailable</h1>\n</body></html>\n';

it.each([
	['nginx', nginx('nginx')],
	['nginx with its version and build', nginx('nginx/1.18.0 (Ubuntu)')],
	['nginx with padding', nginx('nginx') + padding],
])('after a 503 page of %s the message is not sent, and the run slows down', (_, page) => {
	expect(processingOf(answer(503, page))).toBe('notProcessed');
	expect(asksToSlowDown(answer(503, page))).toBe(true);
});

it('after a 503 page of HAProxy the message is not sent, and the run does not slow down', () => {
	// The second is its error file in Debian.
	for (const page of [haproxy, `${haproxy}\n`]) {
		expect(processingOf(answer(503, page))).toBe('notProcessed');
		expect(asksToSlowDown(answer(503, page))).toBe(false);
	}
});

it.each([
	['Apache', apache],
	['a gateway that adds a sentence to the page of nginx', nginx('nginx</center><p>Sorry</p>')],
	['a gateway that adds a text after the page of nginx', `${nginx('nginx')}Upstream failed`],
	['a gateway that adds a text after the page of HAProxy', `${haproxy}Upstream failed`],
	['a proxy that changes the sentence of HAProxy', haproxy.replace('No server', 'No servers')],
	['JSON', '{"message":"nginx"}'],
])('after a 503 from any other proxy or service the message is in doubt: %s', (_, page) => {
	expect(processingOf(answer(503, page))).toBe('unknown');
	expect(asksToSlowDown(answer(503, page))).toBe(false);
});

it('after a 502 the message is in doubt, whatever the page', () => {
	for (const page of [nginx('nginx'), haproxy]) {
		expect(processingOf(answer(502, page))).toBe('unknown');
		expect(asksToSlowDown(answer(502, page))).toBe(false);
	}
});
