import { execFileSync } from 'node:child_process';

import { keys } from '../../dev/sandbox/accounts';
import { credentialType, nodeType } from '../n8n/examples';
import { n8nProgram, n8nVersions } from '../n8n/n8nProgram';
import { expectAllOperations } from '../e2e/support/allOperations';
import { endOfN8nTests } from '../e2e/endOfN8nTests';
import { expectNobodyReached } from '../e2e/support/evaluation';
import { listOf } from '../e2e/support/lists';
import { everyTextOnce, expectManualRetried, sendList, sortedTexts } from '../e2e/support/longList';
import { realN8n } from '../e2e/support/realN8n';
import { expectUploadUnchanged } from '../e2e/support/uploadedFile';
import { PublishedList } from '../queue/support/publishedList';
import { examplesTests } from './examplesTests';
import { questionTests } from './questionTests';

/** Runs a Node.js program to get its version, e.g. "Node 24.21.0". */
export function nodeOf(program: string): string {
	return `Node ${execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1)}`;
}

const versions = n8nVersions().map((version) => ({
	version,
	node: nodeOf(n8nProgram(version).node),
}));

export function operationsTests(counted: string[]): void {
	describe.each(versions)('n8n $version on $node', ({ version, node }) => {
		const n8n = realN8n({}, version);
		const done: string[] = [];
		afterAll(() => counted.push(`n8n ${version} on ${node}: ${done.join(', ')}`));

		it('is the version that runs', async () => {
			expect(await n8n().api.call('GET', '/settings')).toMatchObject({ versionCli: version });
		});

		it('loads the node', async () => {
			const [description] = await n8n().api.call<object[]>('POST', '/node-types', {
				nodeInfos: [{ name: nodeType, version: 1 }],
			});
			// n8n 1 omits the package name here.
			expect(nodeType).toContain((description as { name: string }).name);
			expect(description).toMatchObject({ credentials: [{ name: credentialType }] });
			done.push('loaded');
		});

		it.each([
			['right', keys.all.key, 'OK'],
			['wrong', 'not a key', 'Error'],
		])('tests a credential with a %s key', async (kind, apiKey, status) => {
			const data = { baseUrl: n8n().sandboxUrl, apiKey };
			const credentials = { ...n8n().credential, type: credentialType, data };
			const answer = await n8n().api.call('POST', '/credentials/test', { credentials });
			expect(answer).toMatchObject({ status });
			done.push(`a ${kind} key tested`);
		});

		it('runs the five operations in one workflow', async () => {
			await expectAllOperations(n8n());
			done.push('5 operations');
		});

		it('uploads a file of 5 MiB unchanged', async () => {
			await expectUploadUnchanged(n8n(), 5 * 1024 * 1024);
			done.push('5 MiB uploaded');
		});

		it('sends each message once with "Retry On Fail"', async () => {
			const { execution } = await sendList(n8n(), {
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 0,
			});
			expect(execution.status).toBe('success');
			expect(await sortedTexts(n8n())).toEqual(everyTextOnce);
			done.push(`${everyTextOnce.length} messages sent once each with Retry On Fail`);
		});

		it('an execution that somebody began by hand can be retried, which sends the rest', async () => {
			await expectManualRetried(n8n());
			done.push('a manual execution retried');
		});

		it('sends each Send Once Key once, in two executions at the same time and in a later one', async () => {
			const published = await PublishedList.publish(n8n(), { sendOnceKey: '={{ $json.text }}' });
			const list = listOf(100);
			await Promise.all([published.post(list), published.post(list)]);
			expect(await published.failures()).toBe(0);
			expect(await published.forgotten(list)).toBe(0);
			expect(await sortedTexts(n8n())).toEqual(list.map(({ text }) => text).sort());
			done.push(`${list.length} messages sent once each with keys`);
		});

		// n8n 1.123 does not tell a sub-workflow that it belongs to an evaluation.
		if (!version.startsWith('1.'))
			it('an evaluation reaches nobody', async () => {
				await expectNobodyReached(n8n());
				done.push('an evaluation');
			});

		examplesTests(n8n, done, version);
		questionTests(n8n, done, version.startsWith('1.'));

		// `npm run test:e2e` shows it in the newest one.
		if (version !== versions.at(-1)?.version)
			endOfN8nTests(n8n, {
				retriesStopped: false,
				notesCrashAfterWait: !version.startsWith('1.'),
			});
	});
}
