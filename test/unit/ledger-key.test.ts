import { type Arbitrary, assert, constantFrom, dictionary, jsonValue, nat, option, property, record, string } from 'fast-check';
import { requestFor } from '../../nodes/MessagingIntegration/api/endpoints';
import type { Prepared } from '../../nodes/MessagingIntegration/api/request';
import { entryKey } from '../../nodes/MessagingIntegration/delivery/ledger';
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

it('the same request at the same place is known again', () => {
	assert(
		property(anyIdentity, nat(), (identity, place) => {
			expect(entryKey(prepared(identity), place)).toBe(entryKey(prepared(identity), place));
		}),
	);
});

it('another place is another key', () => {
	assert(
		property(anyIdentity, nat(), nat(), (identity, one, other) => {
			const isSame = entryKey(prepared(identity), one) === entryKey(prepared(identity), other);
			expect(isSame).toBe(one === other);
		}),
	);
});

it('another request at the same place is another key', () => {
	assert(
		property(anyIdentity, anyIdentity, nat(), (one, other, place) => {
			const isSame = entryKey(prepared(one), place) === entryKey(prepared(other), place);
			expect(isSame).toBe(JSON.stringify(prepared(one)) === JSON.stringify(prepared(other)));
		}),
	);
});

it('one word more or less is another key', () => {
	const text = (words: string) => ({ ...requestFor('send', 'demo'), body: { to: '1', content: { type: 'text', text: words } } });
	assert(
		property(string(), string(), (one, other) => {
			const isSame = entryKey({ request: text(one) }, 0) === entryKey({ request: text(other) }, 0);
			expect(isSame).toBe(one === other);
		}),
	);
});

it('another file is another key, its own upload or one before a message', () => {
	const own = (identity: string) => ({ request: { ...requestFor('upload', 'demo'), file: file(identity) } });
	const before = (identity: string) => ({ request: requestFor('send', 'demo'), upload: own(identity).request });
	const keys = [own('a'), own('b'), before('a'), before('b')].map((each) => entryKey(each, 0));
	expect(new Set(keys).size).toBe(4);
});

it('what only error sentences name makes no difference', () => {
	const request = requestFor('send', 'demo');
	expect(entryKey({ request: { ...request, contentType: 'poll' } }, 0)).toBe(entryKey({ request }, 0));
});
