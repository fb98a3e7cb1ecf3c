type Attributes = Record<string, string | boolean>;

/** Makes an element. Strings among the children become text, never markup: everything received reaches the page through here. */
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

export function button(label: string, act: () => unknown, attributes: Attributes = {}): HTMLButtonElement {
	const made = element('button', { type: 'button', ...attributes }, label);
	made.addEventListener('click', () => void act());
	return made;
}

/** The element with that id in index.html. */
export function part(id: string): HTMLElement {
	const found = document.getElementById(id);
	if (!found) throw new Error(`The page has no #${id}.`);
	return found;
}

/** A text with its web addresses as links. The address that is shown is the one that opens. */
export function withLinks(text: string): (Node | string)[] {
	// split() puts what the group matched at the odd places. The punctuation after an address is not part of it.
	return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?'()[\]{}])/i).map((piece, place) => {
		if (place % 2 === 0 || !URL.canParse(piece)) return piece;
		return element('a', { href: piece, target: '_blank', rel: 'noreferrer' }, piece);
	});
}
