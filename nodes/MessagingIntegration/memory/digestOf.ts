import { hash } from 'node:crypto';

/**
 * A short text that is the same for the same JSON.
 * @param length number of base64url characters, 6 bits each
 * @throws TypeError for a value that cannot be serialised (circular references, BigInt)
 */
export function digestOf(value: unknown, length = 22): string {
	return hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, length);
}

/** Characters of a digest that is compared only with others of the same value. */
export const short = 8;

/** Always of the same length: blanks for a value that cannot be serialised. */
export function shortDigest(value: unknown): string {
	try {
		return digestOf(value, short);
	} catch {
		return ' '.repeat(short);
	}
}
