import { button, element } from './element';

/** Characters shown at first. */
const enough = 4000;

/** A text as it came, line breaks too; a very long one opens by a click. */
export function longText(text: string, name = 'text'): HTMLElement {
	const words = element('p', { class: name, dir: 'auto' }, text);
	if (text.length <= enough) return words;
	words.textContent = `${text.slice(0, enough)}…`;
	const more = button(`Show all ${text.length.toLocaleString()} characters`, () => {
		words.textContent = text;
		more.remove();
	});
	return element('div', {}, words, more);
}
