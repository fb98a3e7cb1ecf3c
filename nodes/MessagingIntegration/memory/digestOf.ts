import { createHash } from 'node:crypto';

/**
 * A short text that is the same for the same JSON.
 * @throws TypeError for a value that cannot be serialised (circular references, BigInt)
 */
export function digestOf(value: unknown, length = 22): string {
	return createHash('sha256')
		.update(JSON.stringify(value ?? null))
		.digest('base64url')
		.slice(0, length);
}
