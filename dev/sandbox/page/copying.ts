import { announce } from './announcements';
import { button, element } from './element';

/** A short text in a box with a button that copies it. @param what named to those who do not see the box */
export function copying(what: string, text: string): HTMLElement {
	const box = element('code', { tabindex: '-1' }, text);
	const copy = button('Copy', () => void take(), { class: 'quiet', 'aria-label': `Copy ${what}` });
	const take = async () => {
		try {
			await navigator.clipboard.writeText(text);
			announce(`${what} copied`);
			copy.textContent = 'Copied';
		} catch {
			// Where the browser does not let us, the text is marked for the user to copy.
			getSelection()?.selectAllChildren(box);
			announce(`${what} is selected: copy it with the keyboard`);
		}
	};
	copy.addEventListener('blur', () => (copy.textContent = 'Copy'));
	return element('span', { class: 'copying' }, box, copy);
}
