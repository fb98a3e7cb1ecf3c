import { createHash } from 'node:crypto';

import { type Hint, hint, type ItemRequest, uploadOf } from '../service/request';
import { isConstant, type Parameters } from '../n8n/parameters';

/**
 * For a message of several items to one recipient, who was typed or is that of the first item: those with the same hint are
 * equal, which is most often one too many.
 */
export function sameForAll(parameters: Parameters, itemRequests: ItemRequest[]): Hint[] {
	const saved = parameters.saved('to');
	const isForAll = isConstant(saved) || String(saved).includes('.first()');
	const isMessage = itemRequests[0]?.request.kind === 'message';
	if (!isMessage || !isForAll || parameters.context.getInputData().length < 2) return [];
	const what = itemRequests.map((one) => {
		const { instanceId, body } = one.request;
		return [instanceId, body, uploadOf(one)?.file.identity];
	});
	return [hint('equal', createHash('sha256').update(JSON.stringify(what)).digest('base64url'))];
}
