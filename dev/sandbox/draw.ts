import { createHash } from 'node:crypto';

/** A pseudo-random number from 0 up to 1, the same for the same seed and turn. */
export function draw(seed: number, turn: number): number {
	return createHash('sha256').update(`${seed}:${turn}`).digest().readUInt32LE() / 2 ** 32;
}
