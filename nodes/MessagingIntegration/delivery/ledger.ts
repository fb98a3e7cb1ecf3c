import { createHash } from 'node:crypto';

import type { Json } from '../api/answer';
import type { Failure } from '../api/failure';
import type { Prepared, ServiceRequest } from '../api/request';

/** What became of an item that must not be sent again just like that. */
export type Entry = { sent: Json[] } | { unsure: Failure };

/** As it is kept in n8n's context of the node, which lives as long as the execution and its retries. */
interface Page {
	run: number;
	entries: Record<string, Entry>;
}

/** Bytes of JSON. */
const largestAnswer = 2048;
const longestKept = 200;
const mostKept = 8;

/** Of a large answer what later nodes need most, marked as shortened. */
function kept(json: Json): Json {
	if (Buffer.byteLength(JSON.stringify(json)) <= largestAnswer) return json;
	const essential = Object.entries(json).filter(
		([name, value]) =>
			/^id$|Id$|_id$|^storageRef$|^status$/.test(name) &&
			(typeof value === 'number' || (typeof value === 'string' && value.length <= longestKept)),
	);
	return { ...Object.fromEntries(essential.slice(0, mostKept)), shortened: true };
}

function digestOf(...requests: Array<ServiceRequest | undefined>): string {
	const identity = requests.map((request) => [request?.path, request?.body, request?.file]);
	return createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 22);
}

/** The same for the same request at the same place of the input; a changed request is a new one. */
export function entryKey({ request, upload }: Prepared, place: number): string {
	return `${place}:${digestOf(request, upload)}`;
}

/** The same for the same file on its way to the same instance, wherever in the input it is. */
export function fileKey(upload: ServiceRequest): string {
	return `file:${digestOf(upload)}`;
}

/**
 * Remembers what went through, for the tries of "Retry On Fail" and for "Retry execution", which run the
 * whole node again.
 */
export class Ledger {
	readonly #context: { delivery?: unknown };
	readonly #entries: Record<string, Entry>;

	/**
	 * @param context n8n's `getContext('node')`
	 * @param run the index of this run: runs of one node in a loop share the context, but are no retries
	 */
	constructor(context: object, run: number) {
		this.#context = context;
		const page = this.#context.delivery as Page | undefined;
		this.#entries = page?.run === run ? page.entries : {};
		this.#context.delivery = { run, entries: this.#entries } satisfies Page;
	}

	get(key: string): Entry | undefined {
		return this.#entries[key];
	}

	sent(key: string, items: Json[]): void {
		this.#entries[key] = { sent: items.map(kept) };
	}

	/** What the upload of a file gave for the messages that need it. */
	uploaded(key: string, storageRef: string): void {
		this.sent(key, [{ storageRef }]);
	}

	storageRef(key: string): string | undefined {
		const entry = this.#entries[key];
		return entry && 'sent' in entry ? (entry.sent[0]?.storageRef as string | undefined) : undefined;
	}

	unsure(key: string, failure: Failure): void {
		this.#entries[key] = { unsure: failure };
	}

	/** It is saved with the execution, so a run without failures leaves nothing behind. */
	clear(): void {
		delete this.#context.delivery;
	}
}
