import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/v4';

const whole = () => z.int().min(0);

/** How one or more requests to /api/v1 go wrong. A misspelt field is an error. */
const fault = z.strictObject({
	/** A regular expression for the path, which is still encoded. */
	path: z.string().meta({ format: 'regex' }),
	method: z.string(),
	/** Matching requests to let through first. */
	skip: whole(),
	/** Matching requests to change after that; 1 by default. */
	count: z.int().min(1),
	/** The probability that each of those is changed, from 0 to 1: `seed` and the number of earlier matches decide. */
	chance: z.number().min(0).max(1),
	seed: whole(),
	/** A 413 that is not carried out is answered before the request body is read; then the connection closes. */
	status: z.int().min(200).max(599),
	code: z.string(),
	message: z.string(),
	/** Sent verbatim as the answer's body, instead of one with code and message. */
	body: z.string(),
	/** An empty one leaves out the header. */
	contentType: z.string(),
	headers: z.record(z.string(), z.string()),
	/** Milliseconds before the answer. */
	delay: whole(),
	/** Whether the request takes effect anyway. By default it does not with `status`, `reset` or `hang`. */
	carryOut: z.boolean(),
	/**
	 * Destroys the connection before or after the request body is read, without an answer. `beforeReading` together
	 * with `status` answers first, but the answer may be lost.
	 */
	reset: z.enum(['beforeReading', 'afterReading']),
	/** The connection breaks after this many bytes of the answer's body, although Content-Length gives the full size. */
	cut: whole(),
	gzip: z.boolean(),
	/** Reads the request and never answers. */
	hang: z.boolean(),
	/** Pads the answer's body with spaces to this many bytes; JSON stays valid. */
	size: whole().max(2 ** 28),
});
const anyFields = fault.partial();

export type Fault = z.infer<typeof anyFields>;
export const faultSchema = z.toJSONSchema(anyFields, { target: 'draft-7' });

export interface PlacedFault extends Fault {
	id: string;
	carryOut: boolean;
	/** Matching requests so far, and how many of them were changed. */
	seen: number;
	hits: number;
}

/** A pseudo-random number from 0 up to 1, the same for the same seed and turn. */
function draw(seed: number, turn: number): number {
	return createHash('sha256').update(`${seed}:${turn}`).digest().readUInt32LE() / 2 ** 32;
}

/** The current faults, in the order in which they were added. */
export class Faults {
	placed: PlacedFault[] = [];
	private count = 0;

	add(fault: Fault): PlacedFault {
		const carryOut = !(fault.status || fault.reset || fault.hang);
		const placed = { carryOut, ...fault, id: `fault_${++this.count}`, seen: 0, hits: 0 };
		this.placed.push(placed);
		return placed;
	}

	/** Counts the request for the faults that it matches, and returns the first that applies. */
	take({ method, url }: FastifyRequest): PlacedFault | undefined {
		const path = url.split('?', 1)[0] ?? '';
		return this.placed.find((fault) => {
			if (fault.method && fault.method.toUpperCase() !== method) return false;
			if (fault.path && !new RegExp(fault.path).test(path)) return false;
			const seen = fault.seen++;
			if (seen < (fault.skip ?? 0) || fault.hits >= (fault.count ?? 1)) return false;
			if (fault.chance !== undefined && draw(fault.seed ?? 0, seen) >= fault.chance) return false;
			fault.hits++;
			return true;
		});
	}
}
