import { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { draw } from './draw';

/** Where an error body carries its code: the shapes services are seen to use. */
export const errorShapes = ['code', 'error.code', 'error', 'errors', 'type', 'text', 'html', 'empty'] as const;

/** How one or several requests to /api/v1 shall go wrong. */
export interface Fault {
	/** Regular expression looked for in the path as on the wire. */
	path?: string;
	method?: string;
	/** Matching requests to let through first. */
	skip?: number;
	/** Matching requests to bend after that; 1 when not given. */
	count?: number;
	/** How likely each of those is bent, from 0 to 1: decided by `seed` and by how many matched before it. */
	chance?: number;
	seed?: number;
	/** A 413 that is not carried out is answered before the request body is read, and the connection closed. */
	status?: number;
	code?: string;
	message?: string;
	/** 'code' when not given. */
	shape?: (typeof errorShapes)[number];
	/** Sent verbatim as the answer's body. */
	body?: string;
	contentType?: string;
	headers?: Record<string, string>;
	/** Milliseconds before the answer. */
	delay?: number;
	/** Whether the request takes effect all the same. Not, unless given, with `status`, `reset` or `hang`. */
	carryOut?: boolean;
	/**
	 * Destroys the connection before or after the request body is read, without an answer; `beforeReading`
	 * together with `status` answers first, and the answer may be lost.
	 */
	reset?: 'beforeReading' | 'afterReading';
	/** Bytes of the answer's body after which the connection breaks, although Content-Length gives all. */
	cut?: number;
	gzip?: boolean;
	/** Reads the request and never answers. */
	hang?: boolean;
	/** Pads the answer's body with blanks to that many bytes: JSON stays JSON. */
	size?: number;
}

export interface PlacedFault extends Fault {
	id: string;
	carryOut: boolean;
	/** Requests bent so far. */
	hits: number;
}

const whole = { type: 'integer', minimum: 0 };

/** JSON Schema of a Fault; a misspelt field is an error. */
export const faultSchema = {
	type: 'object',
	additionalProperties: false,
	properties: {
		path: { type: 'string', format: 'regex' },
		method: { type: 'string' },
		skip: whole,
		count: { type: 'integer', minimum: 1 },
		chance: { type: 'number', minimum: 0, maximum: 1 },
		seed: whole,
		status: { type: 'integer', minimum: 200, maximum: 599 },
		code: { type: 'string' },
		message: { type: 'string' },
		shape: { enum: errorShapes },
		body: { type: 'string' },
		contentType: { type: 'string' },
		headers: { type: 'object', additionalProperties: { type: 'string' } },
		delay: whole,
		carryOut: { type: 'boolean' },
		reset: { enum: ['beforeReading', 'afterReading'] },
		cut: whole,
		gzip: { type: 'boolean' },
		hang: { type: 'boolean' },
		size: { type: 'integer', minimum: 0, maximum: 2 ** 28 },
	},
};

declare module 'fastify' {
	interface FastifyRequest {
		fault?: PlacedFault;
	}
}

/** The faults in place, in the order they were added. Emits `changed` when one is added, met or removed. */
export class Faults extends EventEmitter<{ changed: [] }> {
	placed: PlacedFault[] = [];
	private readonly seen = new WeakMap<PlacedFault, number>();
	private count = 0;

	constructor() {
		super();
		// One listener an open page; many pages are no leak.
		this.setMaxListeners(0);
	}

	add(fault: Fault): PlacedFault {
		const carryOut = !(fault.status || fault.reset || fault.hang);
		const placed = { carryOut, ...fault, id: `fault_${++this.count}`, hits: 0 };
		this.placed.push(placed);
		this.emit('changed');
		return placed;
	}

	/** Counts the request against the rules and gives the first that applies. */
	take({ method, url }: FastifyRequest): PlacedFault | undefined {
		const path = url.split('?', 1)[0] ?? '';
		return this.placed.find((fault) => {
			if (fault.method && fault.method.toUpperCase() !== method) return false;
			if (fault.path && !new RegExp(fault.path).test(path)) return false;
			const seen = this.seen.get(fault) ?? 0;
			this.seen.set(fault, seen + 1);
			if (seen < (fault.skip ?? 0) || fault.hits >= (fault.count ?? 1)) return false;
			if (fault.chance !== undefined && draw(fault.seed ?? 0, seen) >= fault.chance) return false;
			fault.hits++;
			this.emit('changed');
			return true;
		});
	}

	/** @returns whether there was one */
	remove(id: string): boolean {
		const others = this.placed.filter((fault) => fault.id !== id);
		if (others.length === this.placed.length) return false;
		this.placed = others;
		this.emit('changed');
		return true;
	}

	clear(): void {
		this.placed = [];
		this.emit('changed');
	}
}
