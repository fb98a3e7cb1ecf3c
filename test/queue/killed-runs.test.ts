import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keys } from '../../dev/sandbox/accounts';
import { sandboxControl } from '../../dev/sandbox/control';
import { type Sandbox, startSandbox } from '../../dev/sandbox/server';
import { installNode, packNode } from '../../dev/start/community-node';
import { credentialType } from '../../dev/start/example';
import { N8nApi, type Workflow } from '../../dev/start/n8n-api';
import { type N8n, startN8n } from '../../dev/start/n8n-process';
import { outputOf } from '../e2e/executions';
import type { RealN8n } from '../e2e/real-n8n';
import { ourNode, plainNode, postOnce, publishChain } from '../e2e/workflows';

const kills = 20;
const concurrency = 8;
const messages = 300;

let folder: string;
let sandbox: Sandbox;
let running: N8n;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'n8n-killed-'));
	sandbox = await startSandbox();
	await installNode(await packNode(join(folder, 'package')), folder);
	running = await startN8n({ folder });
});

afterAll(async () => {
	await running.stop();
	await sandbox.close();
	await rm(folder, { recursive: true, force: true });
});

/** The n8n that runs now, as the parts of other tests want it. */
async function n8nNow(credential = { id: '', name: '' }): Promise<RealN8n> {
	const api = new N8nApi(running.url);
	if (credential.id === '') await api.setUpOwner();
	else await api.logIn();
	const service = { baseUrl: sandbox.url, apiKey: keys.all.key };
	return {
		api,
		credential: credential.id === '' ? await api.createCredential(credentialType, 'Sandbox', service) : credential,
		sandbox: sandboxControl(sandbox.url),
		sandboxUrl: sandbox.url,
		stop: async () => await running.stop(),
	};
}

/** A published workflow that sends each text of a posted list once. */
async function sendOnce(n8n: RealN8n, path: string): Promise<Workflow> {
	const split = plainNode('Split', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.list', options: {} });
	const send = ourNode(n8n, 'Send', {
		instanceId: { __rl: true, mode: 'id', value: 'demo' },
		to: '={{ $json.to }}',
		text: '={{ $json.text }}',
		// Slow enough to be killed halfway.
		options: { sendOnceKey: '={{ $json.text }}', concurrency, requestsPerSecond: 200 },
	});
	return await publishChain(n8n, path, 'onReceived', [split, { ...send, onError: 'continueRegularOutput' }]);
}

async function arrived({ sandbox: { messages: all } }: RealN8n): Promise<string[]> {
	return (await all()).map(({ content }) => String(content.text));
}

interface Output {
	details?: { delivery: string };
}

it(`of runs that are killed and started over, no message is sent twice and few are in doubt: ${kills} kills`, async () => {
	const path = randomUUID();
	let n8n = await n8nNow();
	const workflow = await sendOnce(n8n, path);
	let twice = 0;
	let mostInDoubt = 0;
	for (let kill = 1; kill <= kills; kill++) {
		await n8n.sandbox.forget();
		const list = Array.from({ length: messages }, (_, at) => ({ to: `1555${kill}${1000 + at}`, text: `${kill}-${at}` }));
		const post = async () => await postOnce(n8n, path, JSON.stringify({ list }), { 'content-type': 'application/json' });
		await post();
		while ((await arrived(n8n)).length < 10 * kill) await new Promise((next) => setTimeout(next, 10));
		running.group.kill();
		await running.group.ended;
		running = await startN8n({ folder });
		n8n = await n8nNow(n8n.credential);
		const [killed] = await n8n.api.executions(workflow.id);
		await post();
		const output = (await outputOf(n8n, workflow, 'Send', killed?.id)) as Output[];
		const texts = await arrived(n8n);
		const failures = output.flatMap(({ details }) => details?.delivery ?? []);
		const sent = new Set(texts).size;
		twice += texts.length - sent;
		mostInDoubt = Math.max(mostInDoubt, failures.length);
		expect(output).toHaveLength(messages);
		expect(new Set(failures)).toEqual(new Set(failures.length > 0 ? ['unknown'] : []));
		// Everything else is sent.
		expect(messages - sent).toBeLessThanOrEqual(failures.length);
	}
	console.log(`${kills} kills: ${twice} messages twice, at most ${mostInDoubt} in doubt after one.`);
	expect(twice).toBe(0);
	expect(mostInDoubt).toBeLessThanOrEqual(2 * concurrency);
}, 900_000);
