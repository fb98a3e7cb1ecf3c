import { sandboxControl } from '../sandboxControl';
import type { Fault, PlacedFault } from '../faults';
import { button, element, part } from './element';

const kinds: Readonly<Record<string, Fault>> = {
	'429 Too Many Requests: not sent': { status: 429 },
	'503 with Retry-After: not sent, pause for 2 seconds': {
		status: 503,
		headers: { 'retry-after': '2' },
	},
	'500 Internal Server Error: not sent, but the caller cannot know': { status: 500 },
	'401 Unauthorized: the key is refused': { status: 401 },
	'422 NOT_SUPPORTED_BY_ENGINE': { status: 422, code: 'NOT_SUPPORTED_BY_ENGINE' },
	'Connection lost after the message was sent': { reset: 'afterReading', carryOut: true },
	'Slow: each answer takes 3 seconds': { delay: 3000 },
	'No answer at all: not sent': { hang: true },
};

const targets: Readonly<Record<string, Fault>> = {
	'any request': {},
	messages: { method: 'POST', path: '/messages$' },
	uploads: { method: 'POST', path: '/media$' },
	'typing and read': { method: 'POST', path: '/(typing|read)$' },
	'the instance list': { method: 'GET', path: '/instances$' },
};

const counts: Readonly<Record<string, number>> = {
	'the next one': 1,
	'the next five': 5,
	'every one': 1e9,
};

const control = sandboxControl(location.origin);
const list = element('ul', { 'aria-label': 'Faults that are on' });

export function faultsPanel(): void {
	const [kind, target, count] = [
		choice('Fault', kinds),
		choice('For which requests', targets),
		choice('How many of them', counts),
	];
	const switchOn = () =>
		control.bend({ ...kinds[kind.value], ...targets[target.value], count: counts[count.value] });
	part('faults').append(element('p', {}, button('Switch on', switchOn)), list);
}

export function showFaults(faults: PlacedFault[]): void {
	const waiting = faults.filter(({ hits, count = 1 }) => hits < count).length;
	const title = part('faults-title');
	title.textContent = waiting === 0 ? 'Faults' : `Faults (${waiting} on)`;
	title.classList.toggle('waiting', waiting > 0);
	list.replaceChildren(
		...faults.toReversed().map((fault) => {
			const name = nameOf(fault, kinds) ?? `Fault from a test (${fault.id})`;
			const off = button('Switch off', () => control.unbend(fault.id), {
				'aria-label': `Switch off ${name}`,
			});
			return element('li', {}, name, element('small', {}, ` ${reach(fault)} `), off);
		}),
	);
}

function reach(fault: PlacedFault): string {
	const { count = 1, hits, path = 'any request' } = fault;
	const applied = `${nameOf({ path: fault.path, method: fault.method }, targets) ?? path}, applied to ${hits} of ${count < 1e9 ? count : 'all'}`;
	return hits < count ? applied : `${applied}, used up`;
}

/** The name of the entry that describes the fault. */
function nameOf(fault: Fault, entries: Readonly<Record<string, Fault>>): string | undefined {
	const describes = (wanted: Fault) =>
		Object.entries(wanted).every(
			([field, value]) => JSON.stringify(fault[field as keyof Fault]) === JSON.stringify(value),
		);
	// The entry with the most fields is the most specific.
	const matching = Object.entries(entries).filter(([, wanted]) => describes(wanted));
	return matching.sort(
		([, one], [, other]) => Object.keys(other).length - Object.keys(one).length,
	)[0]?.[0];
}

function choice(label: string, options: object): HTMLSelectElement {
	const select = element(
		'select',
		{},
		...Object.keys(options).map((name) => element('option', {}, name)),
	);
	part('faults').append(element('label', {}, label, select));
	return select;
}
