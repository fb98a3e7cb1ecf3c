import { createHash, hash } from 'node:crypto';

import type { Account } from '../service/account';
import {
	type ItemRequest,
	type MediaFile,
	pathOf,
	type ServiceRequest,
	uploadOf,
} from '../service/request';

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

function sentBy(request: ServiceRequest | undefined, identity?: string): unknown[] {
	const file = request?.file && { ...request.file, ...(identity !== undefined && { identity }) };
	return [request && pathOf(request), request?.body, file];
}

/** @returns a digest of a request and its upload: the same for the same address, body and file. @param identity replaces that of the file */
export function requestDigest({ request, upload }: ItemRequest, identity?: string): string {
	return digestOf([sentBy(request, identity), sentBy(upload?.request, identity)]);
}

/** One service, whatever key is used: its base URL. */
function serviceOf({ origin, prefix }: Account): string {
	return origin + prefix;
}

/** The same for the same file sent to the same instance of an account, whichever item it belongs to. */
export function fileDigest(upload: ServiceRequest, account: Account): string {
	return digestOf([serviceOf(account), account.headers, sentBy(upload)]);
}

/**
 * Identifies one message to one recipient through one instance of a service: its key, and its file, if it has one.
 * Undefined for a message without a Send Once Key.
 */
export function keyDigest(
	{ request, partName, identityForKey = partName, onceKey }: ItemRequest,
	account: Account,
): string | undefined {
	const { body, instanceId } = request;
	return onceKey === undefined
		? undefined
		: digestOf([serviceOf(account), instanceId, body?.to, onceKey, identityForKey]);
}

/** A Send Once Key, and the message that it stands for. */
export interface Once {
	key: string;
	content: string;
}

/** Undefined for a message without a Send Once Key. */
export function onceOf(itemRequest: ItemRequest, account: Account): Once | undefined {
	const key = keyDigest(itemRequest, account);
	return key === undefined ? undefined : { key, content: requestDigest(itemRequest) };
}

/**
 * Digests of messages that are the same for equal files: name, size and bytes count, not where n8n keeps a file. Each file
 * is read once.
 */
export function contentDigests() {
	const known = new Map<string, Promise<string>>();
	const read = async ({ open }: MediaFile) => {
		const { content } = await open();
		const bytes = createHash('sha256');
		try {
			for await (const chunk of content) bytes.update(chunk);
		} finally {
			content.destroy();
		}
		return bytes.digest('base64url');
	};
	return async (itemRequest: ItemRequest): Promise<string> => {
		const file = uploadOf(itemRequest)?.file;
		if (!file) return requestDigest(itemRequest);
		if (!known.has(file.identity)) known.set(file.identity, read(file));
		return requestDigest(itemRequest, await known.get(file.identity));
	};
}
