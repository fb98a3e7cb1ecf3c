import type { Fault } from '../../dev/sandbox/control';

const haproxyPage =
	'<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n';

/** Surely not carried out, and no request to slow down. */
const refusals: Fault[] = [{ status: 503, body: haproxyPage, contentType: 'text/html' }];

/** Requests to slow down, with or without a word on when to come back: so rare that the run does not get long. */
const slowDowns: Fault[] = [
	{ status: 429 },
	{ status: 429, headers: { 'retry-after': '0' } },
	{ status: 429, headers: { 'retry-after': new Date(0).toUTCString() } },
	{ status: 503, headers: { 'retry-after': '0' } },
	{ status: 429, headers: { 'retry-after': '1' } },
].map((fault) => ({ ...fault, chance: 0.0005 }));

/** Nobody can know of these whether they were carried out. */
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

/**
 * Faults that meet a share of all requests, each kind as often as the others.
 * @param share from 0 to 1
 */
export function storm(seed: number, share = 0.1): Fault[] {
	const kinds = [...refusals, ...doubts];
	const chance = share / kinds.length;
	return [...slowDowns, ...kinds.map((fault) => ({ ...fault, chance }))].map((fault, kind) => ({
		...fault,
		path: '/messages$',
		count: 1_000_000,
		seed: seed * 100 + kind,
	}));
}

/** ms without progress after which a stalled request is given up. */
export const patience = 250;
