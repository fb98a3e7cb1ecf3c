import { keys } from '../accounts';
import { copying } from './copying';
import { element } from './element';

/** What to do while nothing has arrived. */
export function welcome(): HTMLElement {
	const message = JSON.stringify({ to: '491700000000', content: { type: 'text', text: 'Hello' } });
	const command = [
		`curl ${location.origin}/api/v1/instances/demo/messages`,
		`-H 'X-Api-Key: ${keys.all.key}'`,
		"-H 'Content-Type: application/json'",
		`-d '${message}'`,
	].join(' ');
	const step = (...children: (Node | string)[]) => element('li', {}, ...children);
	return element(
		'section',
		{ class: 'welcome scroll' },
		element('h2', {}, 'Nothing has arrived yet'),
		element('p', { class: 'about' }, 'What your workflow sends to this sandbox appears here as its recipient would see it.'),
		element(
			'ol',
			{},
			step('In n8n, create a credential ', element('b', {}, 'Messaging Integration API'), ' with the base URL ', copying('Base URL', location.origin)),
			step('and the API key ', copying('API key', keys.all.key)),
			step('Add the node ', element('b', {}, 'Messaging Integration'), ', pick the instance ', element('b', {}, 'Demo phone'), ', enter any recipient and a text, and execute the step.'),
		),
		element('p', {}, 'Or without n8n, from a terminal: ', copying('Command', command)),
	);
}
