import fc from 'fast-check';

import {
	messageTo,
	requestFor,
	type UploadRequest,
	uploadFor,
} from '../../nodes/MessagingIntegration/service/request';
import { fileDigest, inputDigest, onceOf } from '../../nodes/MessagingIntegration/run/digests';
import { fileOf } from '../transport/support/fileOf';
import { account } from './support/outcomes';

it('the same input has the same digest, and another one has another', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
			const isSame = JSON.stringify(one) === JSON.stringify(other);
			expect(inputDigest(structuredClone(one))).toBe(inputDigest(one));
			expect(inputDigest(one) === inputDigest(other)).toBe(isSame);
		}),
	);
});

it('input that cannot be serialised is matched by position alone', () => {
	const circular: Record<string, unknown> = {};
	circular.self = circular;
	expect([inputDigest(circular), inputDigest({ big: 1n })]).toEqual(['', '']);
});

it('a file is uploaded once for an instance of an account, for a message or on its own', () => {
	const uploadOf = (identity: string, instanceId: string) =>
		uploadFor(instanceId, fileOf([], { identity }));
	const alone = { ...requestFor('upload', 'demo'), file: fileOf([], { identity: 'a' }) };
	const digestOf = (file: UploadRequest, more = {}) =>
		JSON.stringify(fileDigest(file, { ...account, ...more }));
	expect(digestOf(uploadOf('a', 'demo'))).toBe(digestOf(alone));
	const digests = [
		digestOf(uploadOf('a', 'demo')),
		...[digestOf(uploadOf('b', 'demo')), digestOf(uploadOf('a', 'other'))],
		digestOf(uploadOf('a', 'demo'), { headers: { 'x-api-key': 'another' } }),
		digestOf(uploadOf('a', 'demo'), { origin: 'https://test.example.com' }),
	];
	expect(new Set(digests).size).toBe(digests.length);
});

it('a Send Once Key identifies what goes to one recipient through one instance of one service, whatever the API key is', () => {
	const same = { onceKey: 'a', to: '1', instanceId: 'demo', text: 'Hello', more: {} };
	const keyOf = ({ to, instanceId, onceKey, text, more }: typeof same) => {
		const request = messageTo(instanceId, to, { text });
		return onceOf([{ partName: '', request, onceKey }], { ...account, ...more })?.key;
	};
	const digests = [
		...[same, { ...same, onceKey: 'b' }, { ...same, to: '2' }],
		...[
			{ ...same, instanceId: 'other' },
			{ ...same, more: { origin: 'https://b.example' } },
		],
	].map(keyOf);
	expect(new Set(digests).size).toBe(5);
	expect(keyOf({ ...same, text: 'Bye' })).toBe(keyOf(same));
	expect(keyOf({ ...same, more: { headers: { 'x-api-key': 'another' } } })).toBe(keyOf(same));
});
