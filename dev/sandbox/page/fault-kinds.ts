import type { Fault, PlacedFault } from '../faults';

export interface FaultKind {
	name: string;
	/** What a workflow meets. */
	about: string;
	fault: Fault;
}

export const faultKinds: readonly FaultKind[] = [
	{ name: '429 Too Many Requests', about: 'Not carried out. The node waits and tries again.', fault: { status: 429 } },
	{ name: '503 with Retry-After', about: 'Not carried out. Asks for a pause of 2 seconds.', fault: { status: 503, headers: { 'retry-after': '2' } } },
	{ name: '500 Internal Server Error', about: 'Not carried out, but the caller cannot know.', fault: { status: 500 } },
	{ name: '401 Unauthorized', about: 'The key is refused.', fault: { status: 401 } },
	{ name: '422 Not supported', about: 'The engine lacks the feature.', fault: { status: 422, code: 'NOT_SUPPORTED_BY_ENGINE' } },
	{ name: 'Connection reset', about: 'After carrying out: arrives, and no answer says so.', fault: { reset: 'afterReading', carryOut: true } },
	{ name: 'Slow answers', about: 'Each takes 3 seconds.', fault: { delay: 3000 } },
	{ name: 'No answer', about: 'Not carried out, until the caller gives up.', fault: { hang: true } },
];

/** Which requests a fault is for. */
export const targets: Readonly<Record<string, Fault>> = {
	'any request': {},
	messages: { method: 'POST', path: '/messages$' },
	'media uploads': { method: 'POST', path: '/media$' },
	'typing and read': { method: 'POST', path: '/(typing|read)$' },
	'the instance list': { method: 'GET', path: '/instances$' },
};

/** How many of them. The last is more than anyone sends. */
export const counts: Readonly<Record<string, number>> = { 'next one': 1, 'next five': 5, 'every one': 1e9 };

/** A fault in place, in words; one that a test made may be none of the kinds above. */
export function faultName({ status, reset, hang, delay, headers, cut }: PlacedFault): string {
	const wait = headers?.['retry-after'] === undefined ? '' : ` with Retry-After ${headers['retry-after']}`;
	if (reset) return 'Connection reset';
	if (hang) return 'No answer';
	if (status !== undefined) return `Status ${status}${wait}`;
	if (delay) return `Slow by ${delay / 1000} s`;
	return cut === undefined ? 'Another answer' : 'Answer cut short';
}

/** Which requests a fault still waits for, in words. */
export function faultReach({ path, method, count = 1, hits }: PlacedFault): string {
	const known = Object.entries(targets).find(([, target]) => target.path === path && target.method === method)?.[0];
	const which = known ?? [method, path].filter(Boolean).join(' ');
	const met = `met ${hits.toLocaleString()} ${hits === 1 ? 'time' : 'times'}`;
	if (hits >= count) return `used up: ${which}, ${met}`;
	return `${count >= 1e9 ? 'until switched off' : `for the next ${(count - hits).toLocaleString()}`}: ${which}, ${met}`;
}

export const isSpent = ({ count = 1, hits }: PlacedFault): boolean => hits >= count;
