import { createHash } from 'node:crypto';

import { type Hint, hint, type ItemRequest, uploadOf } from '../service/request';
import { isConstant, type Parameters } from '../n8n/parameters';

/**
 * For a message of several items to one recipient, who was typed or is that of the first item: those with the same hint are
 * equal, which is most often one too many.
 */
export function sameForAll(parameters: Parameters, itemRequest: ItemRequest): Hint[] {
	const saved = parameters.saved('to');
	const isForAll = isConstant(saved) || String(saved).includes('.first()');
	const { request } = itemRequest;
	if (request.kind !== 'message' || !isForAll || parameters.context.getInputData().length < 2)
		return [];
	const what = [request.instanceId, request.body, uploadOf(itemRequest)?.file.identity];
	return [hint('equal', createHash('sha256').update(JSON.stringify(what)).digest('base64url'))];
}
