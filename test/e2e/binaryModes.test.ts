// Uploads in each of n8n's modes for binary data, from one byte to 100 MiB, and their retries.
import { ended } from './support/executions';
import { instanceId, ourNode, splitNode } from './support/nodes';
import { realN8n } from './support/realN8n';
import { expectUploadUnchanged, randomFile } from './support/uploadedFile';
import { publishChain } from './support/workflows';

const mebibyte = 1024 * 1024;

describe.each(['default', 'filesystem', 'database'])('with binary data mode %s', (mode) => {
	// An n8n that nobody changed has this one.
	const n8n = realN8n(mode === 'filesystem' ? undefined : { N8N_DEFAULT_BINARY_DATA_MODE: mode });

	it('n8n has that mode', async () => {
		expect(await n8n().api.call('GET', '/settings')).toMatchObject({ binaryDataMode: mode });
	});

	it.each([1, 64 * 1024 - 1, 64 * 1024, 5 * mebibyte, 100 * mebibyte])(
		'a posted file of %d bytes arrives unchanged',
		async (size) => {
			await expectUploadUnchanged(n8n(), size);
		},
	);

	// n8n moves a webhook's file when its execution ends. A message that the service refuses makes it upload anew.
	it('retrying a failed execution sends the rest without another upload', async () => {
		await n8n().sandbox.bend({ path: 'messages', skip: 1, status: 500, count: 3 });
		const split = splitNode('body.list', { includeBinary: true });
		const send = ourNode(n8n(), 'Send', {
			instanceId,
			to: '12025554567',
			contentType: 'document',
			options: { whenUnsure: 'resend' },
		});
		const { workflow, post } = await publishChain(n8n(), 'onReceived', [split, send]);
		const form = new FormData();
		form.append('data', randomFile(100).file);
		for (const name of ['one', 'two']) form.append('list', name);
		await post(form);
		const failed = await ended(n8n(), workflow);
		expect(failed.status).toBe('error');

		expect((await n8n().api.retry(failed.id)).status).toBe('success');
		const log = await n8n().sandbox.requests();
		expect(log.map(({ operation, status }) => [operation, status])).toEqual([
			['media', 200],
			['messages', 202],
			['messages', 500],
			['messages', 500],
			['messages', 500],
			['messages', 202],
		]);
	});
});
