import { keys } from '../accounts';
import { copying } from './copying';
import { element } from './element';

/** The keys the sandbox knows and what each may do. */
export function keysPanel(): HTMLElement[] {
	const items = Object.values(keys).map(({ key, scopes }: { key: string; scopes: readonly string[] }) =>
		element(
			'li',
			{},
			copying(`Key ${key}`, key),
			element(
				'ul',
				{ class: 'scopes', 'aria-label': 'Scopes' },
				...(scopes.length > 0 ? scopes : ['no scopes']).map((scope) => element('li', {}, scope)),
			),
		),
	);
	return [
		element('p', { class: 'about' }, 'They open nothing but this sandbox. Its base URL:'),
		copying('Base URL', location.origin),
		element('ul', { class: 'keys' }, ...items),
	];
}
