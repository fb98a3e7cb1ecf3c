// The limits of messaging services, in a real n8n. `npm run table:limits` has many more, in virtual time.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { credentialType } from '../n8n/examples';
import { seededRandom } from '../unit/seededRandom';
import { cases } from '../unit/limits/cases';
import type { Limit, Message } from '../unit/limits/limits';
import { sendNode, splitNode } from './nodes';
import { realN8n } from './realN8n';
import { publishChain } from './workflows';

const n8n = realN8n();

/** A service with a limit. It says with `Retry-After` how long to wait. */
async function startService(limit: Limit) {
	const accepted: string[] = [];
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			const { to, content } = body as { to: string; content: { text: string } };
			const message: Message = { to, instance: request.url?.split('/').at(-2) ?? '' };
			const wait = limit.wait(performance.now(), message);
			limit[wait > 0 ? 'refuse' : 'take']?.(performance.now(), message);
			if (wait === 0) accepted.push(content.text);
			if (wait > 0) response.setHeader('retry-after', Math.ceil(wait / 1000));
			response.writeHead(wait > 0 ? 429 : 200).end('{}');
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return { accepted, baseUrl: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

it.each([
	'60 people with two each, one per person in 6 s, Retry-After',
	'15 people with eight each, one per person in 3 s, Retry-After',
	'500, 20 through an instance with 1/s, Retry-After',
	'2,000 people, 1 of 100 refused at random for 1 s, Retry-After',
])('%s: each message arrives once, and only those wait for whom the limit holds', async (name) => {
	const chosen = cases.find((one) => one.name === name);
	if (!chosen) throw new Error(`There is no case "${name}"`);
	const { accepted, baseUrl, stop } = await startService(chosen.limit(seededRandom(1)));
	try {
		const account = { baseUrl, apiKey: randomUUID() };
		const credential = await n8n().api.createCredential(credentialType, 'Limited', account);
		const node = sendNode({ ...n8n(), credential });
		node.parameters.instanceId = { __rl: true, mode: 'id', value: '={{ $json.instance }}' };
		const { post } = await publishChain(n8n(), 'lastNode', [splitNode('body.list'), node]);
		const list = chosen.messages.map(({ to, instance }, at) => ({
			to: `person-${to}`,
			instance,
			text: String(at),
		}));
		const started = performance.now();
		await post({ list });
		const duration = performance.now() - started;
		expect(accepted.map(Number).sort((one, other) => one - other)).toEqual([...list.keys()]);
		// Where all waited for one recipient or instance, it took 28 to 200 s.
		expect(duration).toBeLessThan(2 * chosen.possible + 4000);
	} finally {
		stop();
	}
});
