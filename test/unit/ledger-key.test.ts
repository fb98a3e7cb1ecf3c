import { type Arbitrary, assert, constantFrom, dictionary, jsonValue, option, property, record, string } from 'fast-check';
import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import type { Prepared } from '../../nodes/MessagingIntegration/api/request';
import { requestKey } from '../../nodes/MessagingIntegration/delivery/ledger';
import { fileOf } from '../transport/file-of';

const file = (identity: string) => fileOf([], { identity });

/** What decides whether a request is the same; each time made anew, as each try makes it. */
const anyIdentity = record({
	operation: constantFrom('send' as const, 'typing' as const, 'read' as const),
	instanceId: string({ minLength: 1, unit: 'grapheme' }),
	body: option(dictionary(string(), jsonValue()), { nil: undefined }),
	uploaded: option(string(), { nil: undefined }),
});

type Identity = typeof anyIdentity extends Arbitrary<infer Value> ? Value : never;

function prepared({ operation, instanceId, body, uploaded }: Identity): Prepared {
	return {
		request: { ...requestFor(operation, instanceId), ...(body && { body: structuredClone(body) }) },
		...(uploaded !== undefined && { upload: { ...requestFor('upload', instanceId), file: file(uploaded) } }),
	};
}

it('the same request is known again', () => {
	assert(
		property(anyIdentity, (identity) => {
			expect(requestKey(prepared(identity))).toBe(requestKey(prepared(identity)));
		}),
	);
});

it('another request is another key', () => {
	assert(
		property(anyIdentity, anyIdentity, (one, other) => {
			const isSame = requestKey(prepared(one)) === requestKey(prepared(other));
			expect(isSame).toBe(JSON.stringify(prepared(one)) === JSON.stringify(prepared(other)));
		}),
	);
});

it('one word more or less is another key', () => {
	const text = (words: string) => ({ ...requestFor('send', 'demo'), body: { to: '1', content: { type: 'text', text: words } } });
	assert(
		property(string(), string(), (one, other) => {
			const isSame = requestKey({ request: text(one) }) === requestKey({ request: text(other) });
			expect(isSame).toBe(one === other);
		}),
	);
});

it('another file is another key, its own upload or one before a message', () => {
	const own = (identity: string) => ({ request: { ...requestFor('upload', 'demo'), file: file(identity) } });
	const before = (identity: string) => ({ request: requestFor('send', 'demo'), upload: own(identity).request });
	const keys = [own('a'), own('b'), before('a'), before('b')].map((each) => requestKey(each));
	expect(new Set(keys).size).toBe(4);
});

it('what only error sentences name makes no difference', () => {
	const request = requestFor('send', 'demo');
	expect(requestKey({ request: { ...request, contentType: 'poll' } })).toBe(requestKey({ request }));
});
