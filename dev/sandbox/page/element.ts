type Attributes = Record<string, string | boolean>;

/**
 * Makes an element. Strings among the children become text, never markup: whatever was received
 * goes into the page through here alone. An attribute that is false is left out.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	attributes: Attributes = {},
	...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	for (const [attribute, value] of Object.entries(attributes)) {
		if (value !== false) made.setAttribute(attribute, value === true ? '' : value);
	}
	made.append(...children);
	return made;
}

/** A button that does something on this page. */
export function button(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
	const made = element('button', { type: 'button', ...attributes }, label);
	made.addEventListener('click', act);
	return made;
}

/** The element with that id in index.html. */
export function part(id: string): HTMLElement {
	const found = document.getElementById(id);
	if (!found) throw new Error(`The page has no #${id}.`);
	return found;
}
