import type { Body } from './body';

/** Programs in front of a service whose own error pages the node recognises. */
export type Proxy = 'nginx' | 'haproxy';

/** nginx adds the comments for some browsers, and its version if `server_tokens` is on. */
const nginxPage =
	/^<html>\s*<head><title>503 Service Temporarily Unavailable<\/title><\/head>\s*<body>\s*<center><h1>503 Service Temporarily Unavailable<\/h1><\/center>\s*<hr><center>nginx(?:\/[\d.]+(?: \([^<>()]+\))?)?<\/center>\s*<\/body>\s*<\/html>\s*(?:<!-- a padding to disable MSIE and Chrome friendly error page -->\s*)*$/;

const haproxyPage =
	/^<html><body><h1>503 Service Unavailable<\/h1>\s*No server is available to handle this request\.\s*<\/body><\/html>\s*$/;

/**
 * The proxy that made a 503 answer by itself, so that the service never saw the request. Only the exact page proves
 * that. The status does not, because other 503 answers can come after the service processed the request.
 */
export function proxyOf(status: number, body: Body): Proxy | undefined {
	if (status !== 503 || body.kind !== 'page') return undefined;
	if (nginxPage.test(body.value)) return 'nginx';
	return haproxyPage.test(body.value) ? 'haproxy' : undefined;
}
