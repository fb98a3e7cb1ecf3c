import { createHash } from 'node:crypto';

/**
 * The same short text for the same JSON.
 * @throws TypeError for a value that cannot be serialised (circular references, BigInt)
 */
export function digestOf(value: unknown, length = 22): string {
	return createHash('sha256').update(JSON.stringify(value ?? null)).digest('base64url').slice(0, length);
}
