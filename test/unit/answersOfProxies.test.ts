// What stands in front of services answers by itself: proxies, gateways, tunnels, platforms.
import { processingOf } from '../../nodes/MessagingIntegration/service/meaningOfStatus';
import { answer, describedFailure, requestOf } from './support/outcomes';

const send = requestOf('send');
const page = (title: string, body = '') =>
	`<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const cloudflare = (status: number, words: string) =>
	answer(status, page(`example.com | ${status}: ${words}`), { server: 'cloudflare' });

const noAnswer = 'The proxy in front of the service gets no answer from it';
const tooLong = 'The service takes too long for the proxy in front of it';
const refuses = 'The service refuses this message';
const notFound = 'The service answered "not found" for instance "demo"';
const aPage = 'A web page answered instead of the service';
const firewall = 'A firewall, a proxy or a login page refused the request';
const pageRefuses = 'A web page refuses this message';

it.each<[of: string, outcome: ReturnType<typeof answer>, title: string, delivery: string]>([
	[
		'Traefik without a router',
		answer(404, '404 page not found\n'),
		`${notFound} (404): "404 page not found"`,
		'notSent',
	],
	[
		'Traefik without a healthy server',
		answer(503, 'no available server\n'),
		'The service is not available at the moment (503): "no available server"',
		'notSent',
	],
	[
		'Traefik with a server that is down',
		answer(502, 'Bad Gateway'),
		`${noAnswer} (502): "Bad Gateway"`,
		'unknown',
	],
	[
		'Traefik with a server that is slow',
		answer(504, 'Gateway Timeout'),
		`${tooLong} (504): "Gateway Timeout"`,
		'unknown',
	],
	[
		'Envoy without a healthy server',
		answer(503, 'no healthy upstream'),
		'The service is not available at the moment (503): "no healthy upstream"',
		'notSent',
	],
	[
		'Envoy with a server that broke off',
		answer(
			503,
			'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
		),
		'The service is not available at the moment (503): "upstream connect error or disconnect/reset before headers. reset reason: connection termination"',
		'unknown',
	],
	[
		'Envoy with a policy',
		answer(403, 'RBAC: access denied'),
		`${refuses} (403): "RBAC: access denied"`,
		'notSent',
	],
	[
		'nginx with a server that is down',
		answer(
			502,
			page(
				'502 Bad Gateway',
				'<center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center>',
			),
		),
		`${noAnswer} (502): "502 Bad Gateway"`,
		'unknown',
	],
	[
		'nginx with a server that is slow',
		answer(504, page('504 Gateway Time-out')),
		`${tooLong} (504): "504 Gateway Time-out"`,
		'unknown',
	],
	[
		'nginx with a small limit',
		answer(413, page('413 Request Entity Too Large')),
		'The message is too large for the service (413)',
		'notSent',
	],
	[
		'nginx that nobody configured',
		answer(200, page('Welcome to nginx!')),
		`${aPage} (200): "Welcome to nginx!"`,
		'unknown',
	],
	[
		'nginx that gets http on a port for https',
		answer(400, page('400 The plain HTTP request was sent to HTTPS port')),
		`${pageRefuses} (400): "400 The plain HTTP request was sent to HTTPS port"`,
		'notSent',
	],
	[
		'Apache that nobody configured',
		answer(200, '<html><body><h1>It works!</h1></body></html>'),
		`${aPage} (200): "It works!"`,
		'unknown',
	],
	['Caddy with a server that is down', answer(502), `${noAnswer} (502)`, 'unknown'],
	[
		'Cloudflare with a server that refuses',
		cloudflare(521, 'Web server is down'),
		`${noAnswer} (521): "example.com | 521: Web server is down"`,
		'notSent',
	],
	[
		'Cloudflare with a server that is away',
		cloudflare(523, 'Origin is unreachable'),
		`${noAnswer} (523): "example.com | 523: Origin is unreachable"`,
		'notSent',
	],
	[
		'Cloudflare with a wrong certificate',
		cloudflare(526, 'Invalid SSL certificate'),
		`${noAnswer} (526): "example.com | 526: Invalid SSL certificate"`,
		'notSent',
	],
	[
		'Cloudflare that waited',
		cloudflare(524, 'A timeout occurred'),
		`${tooLong} (524): "example.com | 524: A timeout occurred"`,
		'unknown',
	],
	[
		'Cloudflare that got no connection in time',
		cloudflare(522, 'Connection timed out'),
		`${tooLong} (522): "example.com | 522: Connection timed out"`,
		'unknown',
	],
	[
		'Cloudflare with an answer that is none',
		cloudflare(520, 'Web server is returning an unknown error'),
		'The service failed while handling the request (520): "example.com | 520: Web server is returning an unknown error"',
		'unknown',
	],
	['a 521 of somebody else', answer(521, '', { server: 'nginx' }), `${noAnswer} (521)`, 'unknown'],
	[
		'Cloudflare that wants a browser',
		answer(403, page('Just a moment...')),
		`${firewall} (403): "Just a moment..."`,
		'notSent',
	],
	[
		'Cloudflare that blocks an address',
		answer(403, 'error code: 1020'),
		`${firewall} (403): "error code: 1020"`,
		'notSent',
	],
	[
		'ModSecurity',
		answer(406, page('Not Acceptable!')),
		`${pageRefuses} (406): "Not Acceptable!"`,
		'notSent',
	],
	[
		'a service with its own code',
		answer(422, 'Error code: 4004'),
		`${refuses} (422): "Error code: 4004"`,
		'notSent',
	],
	[
		'a service whose framework answers with a page',
		answer(
			422,
			'<!DOCTYPE html><title>Error</title><pre>ValidationError: to is not registered</pre>',
		),
		`${pageRefuses} (422): "ValidationError: to is not registered"`,
		'notSent',
	],
	[
		'a web site that takes no POST',
		answer(405, page('405 Not Allowed')),
		`${aPage} (405)`,
		'notSent',
	],
	[
		'Cloudflare with a limit',
		answer(429, 'error code: 1015'),
		'The service is receiving too many requests (429): "error code: 1015"',
		'notSent',
	],
	[
		'a tunnel of ngrok that is closed',
		answer(404, page('The endpoint is offline', 'ERR_NGROK_3200')),
		`${aPage} (404): "The endpoint is offline"`,
		'notSent',
	],
	[
		'a tunnel of ngrok that warns browsers',
		answer(200, page('You are about to visit')),
		`${aPage} (200): "You are about to visit"`,
		'unknown',
	],
	[
		'AWS API Gateway, another path',
		answer(403, '{"message":"Missing Authentication Token"}'),
		`${refuses} (403): "Missing Authentication Token"`,
		'notSent',
	],
	[
		'AWS API Gateway',
		answer(403, '{"message":"Forbidden"}'),
		'The API key lacks the scope "messages:send" (403)',
		'notSent',
	],
	[
		'AWS API Gateway that waited',
		answer(504, '{"message":"Endpoint request timed out"}'),
		`${tooLong} (504): "Endpoint request timed out"`,
		'unknown',
	],
	[
		'AWS API Gateway with a broken integration',
		answer(502, '{"message": "Internal server error"}'),
		`${noAnswer} (502): "Internal server error"`,
		'unknown',
	],
	[
		'Azure API Management',
		answer(
			401,
			'{"statusCode":401,"message":"Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API."}',
		),
		'The service does not accept the API key (401): "Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API."',
		'notSent',
	],
	[
		'Kong',
		answer(404, '{"message":"no Route matched with those values"}'),
		`${notFound} (404): "no Route matched with those values"`,
		'notSent',
	],
	[
		'Railway',
		answer(
			404,
			'{"status":"error","code":404,"message":"Application not found","request_id":"xA1"}',
		),
		`${notFound} (404): "Application not found"`,
		'notSent',
	],
	[
		'Heroku',
		answer(503, page('Application Error')),
		'The service is not available at the moment (503): "Application Error"',
		'unknown',
	],
	[
		'Vercel',
		answer(
			404,
			'The deployment could not be found on Vercel.\n\nDEPLOYMENT_NOT_FOUND\n\nfra1::abc-123',
		),
		`${notFound} (404): "The deployment could not be found on Vercel. DEPLOYMENT_NOT_FOUND fra1::abc-123"`,
		'notSent',
	],
	[
		'Varnish',
		answer(503, page('503 Backend fetch failed', '<h1>Error 503 Backend fetch failed</h1>')),
		'The service is not available at the moment (503): "503 Backend fetch failed"',
		'unknown',
	],
	[
		'Squid',
		answer(503, page('ERROR: The requested URL could not be retrieved')),
		'The service is not available at the moment (503): "ERROR: The requested URL could not be retrieved"',
		'unknown',
	],
	[
		'a portal of a hotel',
		answer(200, page('Guest Wi-Fi login')),
		`${aPage} (200): "Guest Wi-Fi login"`,
		'unknown',
	],
])(
	'what %s says is in the title, and whether it may have arrived is known',
	(_, outcome, title, delivery) => {
		const failure = describedFailure(send, outcome);
		expect(failure).toMatchObject({ message: title, delivery });
		expect(processingOf(outcome) === 'notProcessed').toBe(delivery === 'notSent');
	},
);
