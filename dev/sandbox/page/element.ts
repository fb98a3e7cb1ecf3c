type Attributes = Record<string, string | boolean>;

/** Makes an element. Child strings become text, never markup; all received content is shown through this function. */
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

export function button(
	label: string,
	act: () => unknown,
	attributes: Attributes = {},
): HTMLButtonElement {
	const made = element('button', { type: 'button', ...attributes }, label);
	made.addEventListener('click', () => void act());
	return made;
}

/** The element with this ID in index.html. */
export function part(id: string): HTMLElement {
	const found = document.getElementById(id);
	if (!found) throw new Error(`The page has no #${id}.`);
	return found;
}

/** A text with its web addresses as links. Each link opens exactly the address that it shows. */
export function withLinks(text: string): (Node | string)[] {
	// split() returns what the group matched at odd indexes. Punctuation after an address is not part of it.
	return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}])/i).map((piece, place) => {
		if (place % 2 === 0 || !URL.canParse(piece)) return piece;
		return element('a', { href: piece, target: '_blank', rel: 'noreferrer' }, piece);
	});
}
