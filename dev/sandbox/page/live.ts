import type { LiveEvents } from '../live-events';
import { part } from './element';

type Listeners = { [Name in keyof LiveEvents]: (data: LiveEvents[Name]) => void };
type Following = Listeners & { connecting: () => void };

/**
 * Follows the sandbox, and says whether the connection stands. The browser connects again by itself;
 * the sandbox then tells everything from the start.
 */
export function follow(following: Following): void {
	const { connecting, ...listeners } = following;
	const events = new EventSource('/_sandbox/events');
	const listen = <Name extends keyof LiveEvents>(name: Name) => {
		const told: Listeners[Name] = listeners[name];
		events.addEventListener(name, ({ data }: MessageEvent<string>) =>
			told((data === '' ? undefined : JSON.parse(data)) as LiveEvents[Name]),
		);
	};
	(Object.keys(listeners) as (keyof LiveEvents)[]).forEach(listen);
	events.addEventListener('open', connecting);
	events.addEventListener('ready', () => say('Live', 'live'));
	events.addEventListener('error', () => {
		say('Connection to the sandbox lost. Trying again …', 'lost');
		// An answer that is no event stream ends the browser's own attempts.
		if (events.readyState !== EventSource.CLOSED) return;
		setTimeout(() => follow(following), 1000);
	});
}

function say(text: string, state: 'live' | 'lost'): void {
	const connection = part('connection');
	if (connection.textContent !== text) connection.textContent = text;
	document.body.dataset.connection = state;
}
