/**
 * Whether a saved parameter gives the same value for every item. n8n saves an expression as a text that starts
 * with "=".
 */
export function isConstant(saved: unknown): boolean {
	if (typeof saved === 'string') return !saved.startsWith('=');
	return typeof saved !== 'object' || saved === null || Object.values(saved).every(isConstant);
}
