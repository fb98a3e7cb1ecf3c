import { createHash, randomBytes, randomUUID } from 'node:crypto';

import { ended } from './executions';
import { realN8n } from './real-n8n';
import { ourNode, plainNode, postOnce, publishChain } from './workflows';

const mebibyte = 1024 * 1024;
const instanceId = { __rl: true, mode: 'id', value: 'demo' };

function formWith(bytes: Buffer): FormData {
	const form = new FormData();
	form.append('data', new Blob([bytes], { type: 'application/pdf' }), 'größe.pdf');
	return form;
}

describe.each(['default', 'filesystem', 'database'])('with binary data mode %s', (mode) => {
	const n8n = realN8n({ N8N_DEFAULT_BINARY_DATA_MODE: mode });

	it.each([0, 1, 64 * 1024 - 1, 64 * 1024, 5 * mebibyte, 100 * mebibyte])('a posted file of %d bytes arrives unchanged', async (size) => {
		const path = randomUUID();
		await publishChain(n8n(), path, 'lastNode', [ourNode(n8n(), 'Upload', { resource: 'media', operation: 'upload', instanceId })]);
		const bytes = randomBytes(size);
		const answer = await postOnce(n8n(), path, formWith(bytes));
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		const [request, ...more] = await n8n().sandbox.requests();
		expect(request).toMatchObject({ carriedOut: true, file: { size, sha256, fileName: 'größe.pdf', mimeType: 'application/pdf' } });
		expect(more).toEqual([]);
		expect(answer).toEqual({ storageRef: request?.file?.storageRef });
	});

	// n8n keeps the file of a webhook in another place once its execution has ended.
	it('retrying a failed execution sends what is left, and uploads its file no second time', async () => {
		await n8n().sandbox.bend({ path: 'messages', skip: 1, status: 400 });
		const split = plainNode('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.list', options: { includeBinary: true } });
		const send = ourNode(n8n(), 'Send', { instanceId, to: '15551234567', contentType: 'document' });
		const path = randomUUID();
		const workflow = await publishChain(n8n(), path, 'onReceived', [split, send]);
		const form = formWith(randomBytes(100));
		for (const name of ['one', 'two']) form.append('list', name);
		await postOnce(n8n(), path, form);
		const failed = await ended(n8n(), workflow);
		expect(failed.status).toBe('error');

		await n8n().api.call('POST', `/executions/${failed.id}/retry`, { loadWorkflow: false });
		expect((await ended(n8n(), workflow, failed.id)).status).toBe('success');
		const log = await n8n().sandbox.requests();
		expect(log.map(({ operation, status }) => [operation, status])).toEqual([
			['media', 200],
			['messages', 202],
			['messages', 400],
			['messages', 202],
		]);
	});
});
