import { createHash, randomBytes } from 'node:crypto';

import { keys } from '../../dev/sandbox/accounts';
import { credentialType, nodeType } from '../../dev/start/example';
import { n8nProgram, n8nVersions } from '../../dev/start/n8n-program';
import { expectAllOperations, instanceId, postFile } from '../e2e/all-operations';
import { everyTextOnce, sendList, textsThatArrived } from '../e2e/long-list';
import { realN8n } from '../e2e/real-n8n';
import { ourNode } from '../e2e/workflows';
import { nodeOf } from './node-of';

const versions = n8nVersions().map((version) => ({ version, node: nodeOf(n8nProgram(version).node) }));

describe.each(versions)('n8n $version on $node', ({ version }) => {
	const n8n = realN8n({}, version);

	it('is the n8n that runs', async () => {
		expect(await n8n().api.call('GET', '/settings')).toMatchObject({ versionCli: version });
	});

	it('loads the node', async () => {
		const [description] = await n8n().api.call<object[]>('POST', '/node-types', { nodeInfos: [{ name: nodeType, version: 1 }] });
		// n8n 1 leaves out the package's name here.
		expect(nodeType).toContain((description as { name: string }).name);
		expect(description).toMatchObject({ credentials: [{ name: credentialType }] });
	});

	it.each([
		['a right', keys.all.key, 'OK'],
		['a wrong', 'wrong', 'Error'],
	])('tests a credential with %s key', async (_, apiKey, status) => {
		const data = { baseUrl: n8n().sandboxUrl, apiKey };
		const credentials = { ...n8n().credential, type: credentialType, data };
		const answer = await n8n().api.call('POST', '/credentials/test', { credentials });
		expect(answer).toMatchObject({ status });
	});

	it('runs the five operations one after the other', async () => {
		await expectAllOperations(n8n());
	});

	it('uploads a file of 5 MiB unchanged', async () => {
		const bytes = randomBytes(5 * 1024 * 1024);
		const file = new File([bytes], 'größe.pdf', { type: 'application/pdf' });
		const answer = await postFile(n8n(), file, ourNode(n8n(), 'Upload', { resource: 'media', operation: 'upload', instanceId }));
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		const [request, ...more] = await n8n().sandbox.requests();
		expect(request).toMatchObject({ carriedOut: true, file: { size: bytes.length, sha256, fileName: 'größe.pdf', mimeType: 'application/pdf' } });
		expect(more).toEqual([]);
		expect(answer).toEqual({ storageRef: request?.file?.storageRef });
	});

	it('sends each message once where Retry On Fail tries again', async () => {
		const { execution } = await sendList(n8n(), { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 });
		expect(execution.status).toBe('success');
		expect(await textsThatArrived(n8n())).toEqual(everyTextOnce);
	});
});
