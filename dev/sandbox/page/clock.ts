import { element } from './element';

/** A moment as a time of day, here. @param iso ISO 8601 */
export function clock(iso: string): HTMLTimeElement {
	return element('time', { datetime: iso }, new Date(iso).toLocaleTimeString());
}
