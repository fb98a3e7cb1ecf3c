import { keys } from '../accounts';
import { sandboxControl } from '../sandboxControl';
import type { PageState } from '../page';
import { button, element, part } from './element';
import { faultsPanel, showFaults } from './faults';
import { showMessages } from './showMessages';

let shown = '';

/** Polls the sandbox, and updates the page when something has changed. */
async function poll(): Promise<void> {
	const state = await fetch('/_sandbox/state', { cache: 'no-store' }).then(
		(answer) => answer.text(),
		() => undefined,
	);
	if (state !== undefined && state !== shown) {
		shown = state;
		const { messages, total, faults } = JSON.parse(state) as PageState;
		showMessages(messages, total);
		showFaults(faults);
	}
	say(state === undefined ? 'Connection to the sandbox lost. Trying again …' : 'Live');
	setTimeout(() => void poll(), 500);
}

/** Screen readers announce a status each time it is set, so it is set only when it changes. */
function say(status: string): void {
	const connection = part('connection');
	if (connection.textContent !== status) connection.textContent = status;
}

/** A text with a button that copies it. */
function copyable(what: string, text: string): HTMLElement {
	const box = element('code', {}, text);
	const copy = button(
		'Copy',
		async () => {
			// If the browser does not allow that, the text is selected for the user to copy.
			const copied = await navigator.clipboard.writeText(text).then(
				() => true,
				() => getSelection()?.selectAllChildren(box),
			);
			copy.textContent = copied ? 'Copied' : 'Selected';
		},
		{ 'aria-label': `Copy ${what}` },
	);
	return element('li', {}, box, copy);
}

const keyItems = Object.values(keys).flatMap(({ key, scopes }) => [
	copyable(`key ${key}`, key),
	element('small', {}, scopes.length > 0 ? `scopes: ${scopes.join(', ')}` : 'no scopes'),
]);
part('keys').append(element('ul', {}, copyable('base URL', location.origin), ...keyItems));
faultsPanel();
part('clear').addEventListener('click', () => void sandboxControl(location.origin).forget());
if (matchMedia('(min-width: 60rem)').matches)
	for (const panel of document.querySelectorAll('details')) panel.open = true;
void poll();
