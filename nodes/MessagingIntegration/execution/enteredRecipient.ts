import type { IExecuteFunctions } from 'n8n-workflow';

/** The recipient of an item as the user entered it, for error sentences; undefined if there is none. */
export function enteredRecipient(
	context: Pick<IExecuteFunctions, 'getNodeParameter'>,
	itemIndex: number,
): string | undefined {
	try {
		const to: unknown = context.getNodeParameter('to', itemIndex, '');
		const isEntered = typeof to === 'number' || (typeof to === 'string' && to.trim() !== '');
		return isEntered ? String(to) : undefined;
	} catch {
		return undefined;
	}
}
