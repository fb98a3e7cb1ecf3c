import fc from 'fast-check';

import {
	type ItemRequest,
	messageTo,
	requestFor,
	uploadFor,
} from '../../nodes/MessagingIntegration/service/request';
import { keyDigest, requestDigest } from '../../nodes/MessagingIntegration/memory/digests';
import { fileOf } from '../transport/support/fileOf';
import { account } from './support/outcomes';

/** Everything that identifies a request. The request is built again each time, like in each run. */
const anyIdentity = fc.record({
	operation: fc.constantFrom('send' as const, 'typing' as const, 'read' as const),
	instanceId: fc.string({ minLength: 1, unit: 'grapheme' }),
	to: fc.string(),
	body: fc.dictionary(fc.string(), fc.jsonValue()),
	uploaded: fc.option(fc.string(), { nil: undefined }),
});

type Identity = typeof anyIdentity extends fc.Arbitrary<infer Value> ? Value : never;

const uploadOf = (instanceId: string, identity: string) =>
	uploadFor(instanceId, fileOf([], { identity }));

function itemRequest({ operation, instanceId, to, body, uploaded }: Identity): ItemRequest {
	const copy = structuredClone(body);
	if (operation !== 'send')
		return {
			partName: '',
			request: { ...requestFor(operation, instanceId), body: { to, ...copy } },
		};
	const request = messageTo(instanceId, to, copy);
	return {
		partName: '',
		request,
		...(uploaded !== undefined && {
			upload: { request: uploadOf(instanceId, uploaded), attach: () => request },
		}),
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
		const request = messageTo('demo', '1', {});
		return [
			requestDigest({ partName: '', request: upload }),
			requestDigest({ partName: '', request, upload: { request: upload, attach: () => request } }),
		];
	});
	expect(new Set(digests).size).toBe(4);
});

it('a Send Once Key identifies a message, or a file of it, to one recipient through one instance of one service', () => {
	const same = { onceKey: 'a', to: '1', instanceId: 'demo', partName: '', origin: account.origin };
	const digests = [
		...[same, { ...same, onceKey: 'b' }, { ...same, to: '2' }, { ...same, instanceId: 'other' }],
		...[
			{ ...same, partName: 'Photo' },
			{ ...same, origin: 'https://test.example.com' },
		],
	].map(({ to, instanceId, origin, ...keyed }) => {
		const request = messageTo(instanceId, to, {});
		return keyDigest({ request, ...keyed }, { ...account, origin });
	});
	expect(new Set(digests).size).toBe(6);
});
