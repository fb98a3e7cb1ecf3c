import type { Fault } from '../../dev/sandbox/sandboxControl';

const haproxyPage =
	'<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n';

/** Certainly not processed, and not asking to slow down. */
const refusals: Fault[] = [{ status: 503, body: haproxyPage, contentType: 'text/html' }];

/** Asking to slow down, with or without a time to wait. They are rare, so that the run stays short. */
const slowDowns: Fault[] = [
	{ status: 429 },
	{ status: 429, headers: { 'retry-after': '0' } },
	{ status: 429, headers: { 'retry-after': new Date(0).toUTCString() } },
	{ status: 503, headers: { 'retry-after': '0' } },
	{ status: 429, headers: { 'retry-after': '1' } },
].map((fault) => ({ ...fault, chance: 0.0005 }));

/** In doubt: nobody can know whether these requests were processed. */
const doubts: Fault[] = [
	{ status: 503 },
	{ status: 500 },
	{ status: 500, carryOut: true },
	{ reset: 'beforeReading' },
	{ reset: 'afterReading' },
	{ reset: 'afterReading', carryOut: true },
	{ cut: 0 },
	{ cut: 10 },
	{ hang: true },
	{ hang: true, carryOut: true },
];

/** Faults that apply to a tenth of all requests, each kind equally often. */
export function randomFaults(seed: number): Fault[] {
	const kinds = [...refusals, ...doubts];
	const chance = 0.1 / kinds.length;
	return [...slowDowns, ...kinds.map((fault) => ({ ...fault, chance }))].map((fault, kind) => ({
		...fault,
		path: '/messages$',
		count: 1_000_000,
		seed: seed * 100 + kind,
	}));
}

/** The timeout for requests that hang (ms). */
export const timeout = 250;
