import { element } from './element';

/** Deeper than this a value is shown as JSON. */
const deepest = 5;

/** Any object as a list of its fields, nested ones inside. Nothing is left out and nothing is expected. */
export function fields(values: object, depth = 0): HTMLElement {
	const list = element('dl', { class: 'fields' });
	for (const [name, value] of Object.entries(values)) {
		list.append(
			element('div', {}, element('dt', { dir: 'auto' }, name), element('dd', { dir: 'auto' }, shown(value, depth + 1))),
		);
	}
	return list;
}

function shown(value: unknown, depth: number): Node | string {
	if (typeof value === 'string') return value === '' ? '(empty)' : value;
	if (typeof value !== 'object' || value === null || depth > deepest) return JSON.stringify(value);
	if (!Array.isArray(value)) return Object.keys(value).length === 0 ? '(no fields)' : fields(value, depth);
	if (value.length === 0) return '(none)';
	const items = value.map((item: unknown) => element('li', { dir: 'auto' }, shown(item, depth + 1)));
	return element('ul', {}, ...items);
}
