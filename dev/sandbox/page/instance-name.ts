import { instances } from '../accounts';

/** How people call an instance, with its id. */
export function instanceName(id: string): string {
	const known = instances.find((instance) => instance.id === id);
	return known ? `${known.name} (${id})` : id;
}
