import { sandboxControl, type PlacedFault } from '../control';
import { announce } from './announcements';
import { button, element, part } from './element';
import { counts, faultKinds, faultName, faultReach, isSpent, targets, type FaultKind } from './fault-kinds';

const control = sandboxControl(location.origin);
const inPlace = element('ul', { class: 'in-place' });
const allOff = button('Switch all off', () => void tried(() => control.straighten(), 'All faults switched off'));
const target = choice('Which requests', Object.keys(targets));
const count = choice('How many', Object.keys(counts));

/** Puts faults in place by a click and takes them away again. */
export function faultsPanel(): HTMLElement[] {
	const kinds = faultKinds.map((kind) => {
		const id = `fault-${kind.name.toLowerCase().replaceAll(' ', '-')}`;
		return element(
			'li',
			{},
			button(kind.name, () => void put(kind), { 'aria-describedby': id }),
			element('span', { class: 'about', id }, kind.about),
		);
	});
	return [
		element('p', { class: 'about' }, 'See what your workflow does when the service fails. A click puts a fault in place for what comes next.'),
		element('h3', {}, 'In place'),
		inPlace,
		allOff,
		element('h3', {}, 'Put in place'),
		element('div', { class: 'choosing' }, target.label, count.label),
		element('ul', { class: 'kinds' }, ...kinds),
	];
}

export function showFaults(faults: PlacedFault[]): void {
	const waiting = faults.filter((fault) => !isSpent(fault)).length;
	const toggle = part('faults-toggle');
	toggle.textContent = waiting === 0 ? 'Faults' : `Faults (${waiting})`;
	toggle.classList.toggle('warns', waiting > 0);
	allOff.disabled = faults.length === 0;
	// As many as a person reads; tests place thousands.
	const items = faults.slice(-50).reverse().map(placed);
	inPlace.replaceChildren(...(items.length > 0 ? items : [element('li', { class: 'about' }, 'None: everything is answered as usual.')]));
}

function placed(fault: PlacedFault): HTMLLIElement {
	const name = faultName(fault);
	const off = button('Switch off', () => void tried(() => control.unbend(fault.id), `${name} switched off`), {
		class: 'quiet',
		'aria-label': `Switch off ${name}`,
	});
	return element(
		'li',
		isSpent(fault) ? { class: 'spent' } : {},
		element('b', {}, name),
		element('span', { class: 'about' }, faultReach(fault)),
		...(isSpent(fault) ? [] : [off]),
	);
}

async function put({ name, fault }: FaultKind): Promise<void> {
	const whole = { ...fault, ...targets[target.value()], count: counts[count.value()] };
	await tried(() => control.bend(whole), `${name} is in place`);
}

async function tried(act: () => Promise<unknown>, done: string): Promise<void> {
	try {
		await act();
		announce(done);
	} catch {
		announce('The sandbox did not take that.');
	}
}

function choice(name: string, values: string[]) {
	const select = element('select', {}, ...values.map((value) => element('option', { value }, value)));
	return { label: element('label', {}, element('span', {}, name), select), value: () => select.value };
}
