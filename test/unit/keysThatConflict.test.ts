import { messageTo, uploadFor } from '../../nodes/MessagingIntegration/service/request';
import { onceOf } from '../../nodes/MessagingIntegration/run/digests';
import { keysThatConflict } from '../../nodes/MessagingIntegration/run/keysThatConflict';
import type { ReadItem } from '../../nodes/MessagingIntegration/run/readItems';
import { fileOf } from '../transport/support/fileOf';
import { account } from './support/outcomes';

interface Content {
	texts?: string[];
	file?: { fileName: string; size: number };
	to?: string;
	onceKey?: string;
}

/** An item with a message for each text, all with one key. */
function itemWith(
	item: number,
	{ texts = ['Hello'], file, to = '1555', onceKey = 'k' }: Content,
): ReadItem {
	const requests = texts.map((text) => {
		const request = messageTo('demo', to, { text });
		const upload = file && {
			// Another execution, and another item, store it elsewhere.
			request: uploadFor('demo', fileOf([], { ...file, identity: String(item) })),
			attach: () => request,
		};
		return { partName: '', request, onceKey, ...(upload && { upload }) };
	});
	const once = onceOf(requests, account);
	return { item, requests, ...(once && { once }) };
}

const photo = { fileName: 'a.png', size: 5 };
const noJournal = { journal: { keysOf: () => [] } };

it.each<[what: string, Content, Content, isConflict: boolean]>([
	['another text', {}, { texts: ['Bye'] }, true],
	['"a", and "a" and "b"', { texts: ['a'] }, { texts: ['a', 'b'] }, true],
	['a file with another name', { file: photo }, { file: { ...photo, fileName: 'b.png' } }, true],
	['a file with another size', { file: photo }, { file: { ...photo, size: 6 } }, true],
	['a text with and without a file', { file: photo }, {}, true],
	['the same text', {}, {}, false],
	['files with the same name and size', { file: photo }, { file: photo }, false],
	['another text to somebody else', {}, { texts: ['Bye'], to: '1556' }, false],
	['another text with another key', {}, { texts: ['Bye'], onceKey: 'l' }, false],
])('one key in a run, %s', (_, one, other, isConflict) => {
	const last = itemWith(1, other);
	const [first, second] = keysThatConflict([itemWith(0, one), last], noJournal);
	expect(first?.cannot).toBeUndefined();
	expect(second).toEqual(
		isConflict
			? {
					item: 1,
					requests: [],
					entered: other.to ?? '1555',
					cannot: expect.objectContaining({ name: 'keyConflict', facts: { item: 0 } }),
				}
			: last,
	);
});

it.each([
	['Bye', true],
	['Hello', false],
])('an item that an earlier run of the execution settled keeps its key: %s', (text, isConflict) => {
	const { once } = itemWith(0, {});
	const journal = { keysOf: (item: number) => (item === 0 && once ? [once] : []) };
	const settled = { item: 0, requests: [] };
	const [, second] = keysThatConflict([settled, itemWith(1, { texts: [text] })], { journal });
	expect(second?.cannot !== undefined).toBe(isConflict);
});
