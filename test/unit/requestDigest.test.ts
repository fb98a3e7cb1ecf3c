import {
	type Arbitrary,
	assert,
	constantFrom,
	dictionary,
	jsonValue,
	option,
	property,
	record,
	string,
} from 'fast-check';
import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import type { ItemRequest } from '../../nodes/MessagingIntegration/api/request';
import { keyDigest, requestDigest } from '../../nodes/MessagingIntegration/memory/digests';
import { fileOf } from '../transport/fileOf';
import { account } from './outcomes';

const file = (identity: string) => fileOf([], { identity });

/** Everything that identifies a request. The request is built again each time, like in each run. */
const anyIdentity = record({
	operation: constantFrom('send' as const, 'typing' as const, 'read' as const),
	instanceId: string({ minLength: 1, unit: 'grapheme' }),
	body: option(dictionary(string(), jsonValue()), { nil: undefined }),
	uploaded: option(string(), { nil: undefined }),
});

type Identity = typeof anyIdentity extends Arbitrary<infer Value> ? Value : never;

const uploadOf = (instanceId: string, identity: string) => {
	const request = { ...requestFor('upload', instanceId), file: file(identity) };
	return { request, attach: () => request };
};

function itemRequest({ operation, instanceId, body, uploaded }: Identity): ItemRequest {
	return {
		part: '',
		request: { ...requestFor(operation, instanceId), ...(body && { body: structuredClone(body) }) },
		...(uploaded !== undefined && { upload: uploadOf(instanceId, uploaded) }),
	};
}

it('the same request has the same digest, and another one has another', () => {
	assert(
		property(anyIdentity, anyIdentity, (one, other) => {
			expect(requestDigest(itemRequest(one))).toBe(requestDigest(itemRequest(one)));
			const isSame = requestDigest(itemRequest(one)) === requestDigest(itemRequest(other));
			expect(isSame).toBe(JSON.stringify(itemRequest(one)) === JSON.stringify(itemRequest(other)));
		}),
	);
});

it('another file has another digest, whether uploaded on its own or for a message', () => {
	const own = (identity: string) => ({
		part: '',
		request: { ...requestFor('upload', 'demo'), file: file(identity) },
	});
	const before = (identity: string) => ({
		part: '',
		request: requestFor('send', 'demo'),
		upload: uploadOf('demo', identity),
	});
	const keys = [own('a'), own('b'), before('a'), before('b')].map((each) => requestDigest(each));
	expect(new Set(keys).size).toBe(4);
});

describe('a Send Once Key', () => {
	const keyed = (
		onceKey: string,
		to: string,
		{ instanceId = 'demo', part = '', origin = account.origin } = {},
	) => {
		const body = { to, content: { type: 'text', text: 'Hi' } };
		const request = { ...requestFor('send', instanceId), body };
		return keyDigest({ request, part, onceKey }, { ...account, origin });
	};

	it('identifies a message, or a file of it, to one recipient through one instance of one service', () => {
		const digests = [
			...[keyed('a', '1'), keyed('b', '1'), keyed('a', '2')],
			keyed('a', '1', { instanceId: 'other' }),
			keyed('a', '1', { part: 'Photo' }),
			keyed('a', '1', { origin: 'https://test.example.com' }),
		];
		expect(new Set(digests).size).toBe(6);
	});
});
