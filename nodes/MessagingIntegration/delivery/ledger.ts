import { createHash, randomBytes } from 'node:crypto';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Json } from '../api/answer';
import type { Failure } from '../api/failure';
import type { Prepared, ServiceRequest } from '../api/request';
import { runOptions } from '../api/runOptions';

/** What became of an item that must not be sent again just like that. */
export type Entry = { sent: Json[] } | { unsure: Failure };

/** With keys of the request, and of the input item that it was made of. */
type Noted = Entry & { request: string; input: string };

/** As it is kept in n8n's context of the node, which lives as long as the execution and its retries. */
interface Page {
	/** Another one for each try, so that a second retry of the same failed execution can be told from the first. */
	id: string;
	run: number;
	/** By the parameters that the items were read with, then by the place of an item in the input. */
	entries: Record<string, Record<string, Noted>>;
	/** What the uploads gave. */
	storageRefs: Record<string, string>;
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

function digestOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value ?? null)).digest('base64url').slice(0, 22);
}

function identityOf(request: ServiceRequest | undefined): unknown[] {
	return [request?.path, request?.body, request?.file];
}

/** The same for the same request. */
export function requestKey({ request, upload }: Prepared): string {
	return digestOf([identityOf(request), identityOf(upload)]);
}

/** The same for the same file on its way to the same instance, wherever in the input it is. */
export function fileKey(upload: ServiceRequest): string {
	return digestOf(identityOf(upload));
}

/** The same as long as nobody changes what the node is to send; how it goes about that does not count. */
function parametersKey(parameters: INodeParameters): string {
	const options = Object.entries(parameters.options ?? {}).filter(([name]) => !(name in runOptions.shape));
	return digestOf({ ...parameters, options }).slice(0, 8);
}

/**
 * Remembers what went through, for the tries of "Retry On Fail" and for "Retry execution", which run the
 * whole node again.
 */
export class Ledger {
	readonly #context: { delivery?: unknown };
	readonly #page: Page;
	readonly #parameters: string;
	/** Of what an earlier try left; undefined at the first. */
	readonly earlier: string | undefined;

	/**
	 * @param context n8n's `getContext('node')`
	 * @param run the index of this run: runs of one node in a loop share the context, but are no retries
	 * @param parameters of the node, as they are saved
	 * @param items of the input
	 */
	constructor(
		context: object,
		run: number,
		parameters: INodeParameters,
		private readonly items: INodeExecutionData[],
	) {
		this.#context = context;
		this.#parameters = parametersKey(parameters);
		const left = this.#context.delivery as Page | undefined;
		const known = left?.run === run ? left : undefined;
		this.earlier = known?.id;
		this.#page = known ?? { id: '', run, entries: {}, storageRefs: {} };
	}

	/** From now on a retry goes on from here. @param isSuperseded keeps it one of those that come too late */
	open(isSuperseded: boolean): void {
		if (!isSuperseded) this.#page.id = randomBytes(9).toString('base64url');
		this.#context.delivery = this.#page;
	}

	/**
	 * What an earlier try made of an item. As long as neither the parameters nor the item are changed, that is what
	 * stood at its place, also where an expression gives another text each time; else, what was the same request.
	 * @param request its key; undefined for one that could not be prepared
	 */
	of(place: number, request: string | undefined): Entry | undefined {
		const own = this.#page.entries[this.#parameters]?.[place];
		if (own && (own.request === request || own.input === this.#inputKey(place))) return own;
		const others = Object.values(this.#page.entries).map((entries) => entries[place]);
		return others.findLast((entry) => entry?.request === request);
	}

	/** How many items earlier tries sent or left in doubt. */
	get size(): number {
		const places = Object.values(this.#page.entries).flatMap((entries) => Object.keys(entries));
		return new Set(places).size;
	}

	sent(place: number, request: string, items: Json[]): void {
		this.#note(place, { sent: items.map(kept), request, input: this.#inputKey(place) });
	}

	unsure(place: number, request: string, failure: Failure): void {
		this.#note(place, { unsure: failure, request, input: this.#inputKey(place) });
	}

	/** What the upload of a file gave for the messages that need it. */
	uploaded(file: string, storageRef: string): void {
		this.#page.storageRefs[file] = storageRef;
	}

	storageRef(file: string): string | undefined {
		return this.#page.storageRefs[file];
	}

	/** It is saved with the execution, so a run without failures leaves nothing behind. */
	clear(): void {
		delete this.#context.delivery;
	}

	/** Of an item that JSON cannot hold, one that has itself inside for example, all that can be said is that it is there. */
	#inputKey(place: number): string {
		try {
			return digestOf(this.items[place]?.json).slice(0, 8);
		} catch {
			return '';
		}
	}

	#note(place: number, entry: Noted): void {
		const entries = (this.#page.entries[this.#parameters] ??= {});
		entries[place] = entry;
	}
}
