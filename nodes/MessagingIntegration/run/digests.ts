import { hash } from 'node:crypto';

import type { Once } from '../delivery';

import type { Account } from '../service/account';
import { type ItemRequest, pathOf, type UploadRequest } from '../service/request';

/**
 * A short text that is the same for the same JSON, in base64url: 6 bits a character.
 * @throws TypeError for a value that cannot be serialised (circular references, BigInt)
 */
function digestOf(value: unknown, length = 22): string {
	return hash('sha256', JSON.stringify(value ?? null), 'base64url').slice(0, length);
}

/** @returns a digest of an input item's JSON. Items that cannot be serialised are matched by position, so theirs is empty */
export function inputDigest(json: unknown): string {
	try {
		return digestOf(json, 8);
	} catch {
		return '';
	}
}

/** One service, whatever key is used: its base URL. */
function serviceOf({ origin, prefix }: Account): string {
	return origin + prefix;
}

/** The same for the same file sent to the same instance of an account, whichever item it belongs to. */
export function fileDigest(upload: UploadRequest, account: Account): string {
	return digestOf([serviceOf(account), account.headers, pathOf(upload), upload.file]);
}

/** What a request sends. Files are the same if name, type and size are: another execution stores them elsewhere. */
function contentOf({ request, upload }: ItemRequest): unknown[] {
	const { fileName, mimeType, size } = (upload?.request ?? request).file ?? {};
	return [pathOf(request), request.body, fileName, mimeType, size];
}

/** What a delivery of several parts is made of: of files their fields, of a text its pieces. */
export const partsDigest = (requests: ItemRequest[]): string =>
	digestOf(
		requests.map(({ partName, place, request }) =>
			place?.noun === 'message' ? request.body : partName,
		),
	);

/** A Send Once Key with all that it is for, and what it sends. Undefined for a message without one. */
export function onceOf(requests: ItemRequest[], account: Account): Once | undefined {
	const [first] = requests;
	if (!first || first.onceKey === undefined) return undefined;
	const { instanceId, body } = first.request;
	return {
		key: digestOf([serviceOf(account), instanceId, body?.to, first.onceKey]),
		content: digestOf(requests.map(contentOf)),
	};
}
