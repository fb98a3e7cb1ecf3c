import { itemsOf, type Json, storageRefOf } from '../api/answer';
import { failureOf } from '../api/explain';
import { FailureError } from '../api/failure';
import type { Prepared, ServiceRequest } from '../api/request';
import type { Connection } from '../transport/connection';

/** The message with its media object completed by the upload's reference (API reference, part 4). */
function withStorageRef(request: ServiceRequest, storageRef: string): ServiceRequest {
	const content = request.body?.content as { media?: object };
	const media = { ...content.media, storageRef };
	return { ...request, body: { ...request.body, content: { ...content, media } } };
}

/**
 * Carries out what one item asks for: its upload first, where it has one, then its request.
 * @returns the json of the items that it becomes
 * @throws FailureError with what is known of its delivery
 */
export async function deliverItem(
	{ account, exchange }: Connection,
	{ request, upload, limit }: Prepared,
): Promise<Json[]> {
	let ready = request;
	if (upload) {
		const stored = await exchange(upload);
		const storageRef = storageRefOf(stored);
		if (storageRef === undefined) throw new FailureError(failureOf(upload, stored, account));
		ready = withStorageRef(request, storageRef);
	}
	const outcome = await exchange(ready);
	const items = itemsOf(ready.operation, outcome);
	if (items === undefined) throw new FailureError(failureOf(ready, outcome, account));
	return items.slice(0, limit);
}
