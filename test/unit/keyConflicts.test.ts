import { Readable } from 'node:stream';

import { messageTo, uploadFor } from '../../nodes/MessagingIntegration/service/request';
import { onceOf } from '../../nodes/MessagingIntegration/memory/digests';
import { KeyConflicts } from '../../nodes/MessagingIntegration/run/keyConflicts';
import { fileOf } from '../transport/support/fileOf';
import { account } from './support/outcomes';

type Open = () => Promise<{ size: number; content: Readable }>;

/** Two messages with one key, each with a file of its own. @returns whether the second one is a conflict */
async function areInConflict(open: Open): Promise<boolean> {
	const conflicts = new KeyConflicts();
	for (const [item, identity] of ['a', 'b'].entries()) {
		const request = messageTo('demo', '1555', { type: 'image' });
		const upload = {
			request: uploadFor('demo', fileOf([], { identity, open })),
			attach: () => request,
		};
		const itemRequest = { partName: '', request, upload, onceKey: 'k' };
		conflicts.add(item, [{ itemRequest, once: onceOf(itemRequest, account) }]);
	}
	return (await conflicts.all()).get(1) === 0;
}

it('files that cannot be read are not known to be the same, so that their key is a conflict', async () => {
	expect(await areInConflict(() => Promise.reject(new Error('gone')))).toBe(true);
});

it('equal files are no conflict, and those that were read are closed', async () => {
	const contents: Readable[] = [];
	const open = async () => {
		const content = new Readable({ read() {}, autoDestroy: false });
		content.push('bytes');
		content.push(null);
		contents.push(content);
		return { size: 5, content };
	};
	expect(await areInConflict(open)).toBe(false);
	expect(contents.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
