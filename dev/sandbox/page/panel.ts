import { button, element, part } from './element';

const ids = ['keys', 'faults'] as const;

/** A panel that its button in the bar opens and closes, one at a time; Escape closes it too. */
export function panel(id: (typeof ids)[number], title: string, content: HTMLElement[]): void {
	const aside = part(id);
	const close = button('Close', () => show(id, false), { class: 'quiet', 'aria-label': `Close ${title}` });
	aside.append(
		element('div', { class: 'title' }, element('h2', { id: `${id}-title` }, title), close),
		element('div', { class: 'scroll' }, ...content),
	);
	aside.addEventListener('keydown', ({ key }) => {
		if (key === 'Escape') show(id, false);
	});
	part(`${id}-toggle`).addEventListener('click', () => {
		const opens = aside.hasAttribute('hidden');
		for (const each of ids) show(each, each === id && opens);
		if (opens) close.focus();
	});
}

function show(id: string, isOpen: boolean): void {
	const aside = part(id);
	const toggle = part(`${id}-toggle`);
	if (!isOpen && aside.contains(document.activeElement)) toggle.focus();
	aside.hidden = !isOpen;
	toggle.setAttribute('aria-expanded', String(isOpen));
}
