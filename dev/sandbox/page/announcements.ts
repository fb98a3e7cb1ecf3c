import { part } from './element';

/** Says something to those who listen to the page rather than look at it. */
export function announce(text: string): void {
	part('announcements').textContent = text;
}
