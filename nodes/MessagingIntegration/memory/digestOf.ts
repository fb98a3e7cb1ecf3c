import { hash } from 'node:crypto';

/**
 * A short text that is the same for the same JSON.
 * @param length number of base64url characters, 6 bits each
 * @throws TypeError for a value that cannot be serialised (circular references, BigInt)
 */
export function digestOf(value: unknown, length = 22): string {
	return hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, length);
}
