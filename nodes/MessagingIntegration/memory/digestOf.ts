import { hash } from 'node:crypto';

/**
 * A short text that is the same for the same JSON.
 * @param bytes of the digest; base64 needs 4 characters for every 3
 * @throws TypeError for a value that cannot be serialised (circular references, BigInt)
 */
export function digestOf(value: unknown, bytes = 16): string {
	// A slice of a longer text would keep all of it in memory.
	return hash('sha256', JSON.stringify(value ?? null), 'buffer')
		.subarray(0, bytes)
		.toString('base64url');
}
