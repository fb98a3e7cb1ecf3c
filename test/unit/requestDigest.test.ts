import fc from 'fast-check';

import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import type { ItemRequest } from '../../nodes/MessagingIntegration/api/request';
import { keyDigest, requestDigest } from '../../nodes/MessagingIntegration/memory/digests';
import { fileOf } from '../transport/fileOf';
import { account } from './outcomes';

/** Everything that identifies a request. The request is built again each time, like in each run. */
const anyIdentity = fc.record({
	operation: fc.constantFrom('send' as const, 'typing' as const, 'read' as const),
	instanceId: fc.string({ minLength: 1, unit: 'grapheme' }),
	body: fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: undefined }),
	uploaded: fc.option(fc.string(), { nil: undefined }),
});

type Identity = typeof anyIdentity extends fc.Arbitrary<infer Value> ? Value : never;

const uploadOf = (instanceId: string, identity: string) => {
	const request = { ...requestFor('upload', instanceId), file: fileOf([], { identity }) };
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
	fc.assert(
		fc.property(anyIdentity, anyIdentity, (one, other) => {
			expect(requestDigest(itemRequest(one))).toBe(requestDigest(itemRequest(one)));
			const isSame = requestDigest(itemRequest(one)) === requestDigest(itemRequest(other));
			expect(isSame).toBe(JSON.stringify(itemRequest(one)) === JSON.stringify(itemRequest(other)));
		}),
	);
});

it('another file has another digest, whether uploaded on its own or for a message', () => {
	const digests = ['a', 'b'].flatMap((identity) => {
		const upload = uploadOf('demo', identity);
		const request = requestFor('send', 'demo');
		return [{ request: upload.request }, { request, upload }].map((each) =>
			requestDigest({ part: '', ...each }),
		);
	});
	expect(new Set(digests).size).toBe(4);
});

it('a Send Once Key identifies a message, or a file of it, to one recipient through one instance of one service', () => {
	const same = { onceKey: 'a', to: '1', instanceId: 'demo', part: '', origin: account.origin };
	const digests = [
		...[same, { ...same, onceKey: 'b' }, { ...same, to: '2' }, { ...same, instanceId: 'other' }],
		...[
			{ ...same, part: 'Photo' },
			{ ...same, origin: 'https://test.example.com' },
		],
	].map(({ to, instanceId, origin, ...keyed }) => {
		const request = { ...requestFor('send', instanceId), body: { to } };
		return keyDigest({ request, ...keyed }, { ...account, origin });
	});
	expect(new Set(digests).size).toBe(6);
});
