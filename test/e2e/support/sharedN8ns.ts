import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packNode } from '../../n8n/communityNode';
import type { Session } from '../../n8n/N8nApi';
import { startOwnedN8n, type OwnedN8n } from './ownedN8n';

/** What a test file may do to the n8n of its worker. */
type Action = 'killAndStart' | 'endWaits';

/** What the test files know of the n8n that they share, as environment variables. */
const [address, packed] = ['SHARED_N8N', 'PACKED_NODE'] as const;

/**
 * Packs the node once, and keeps one n8n for each of jest's workers: n8n runs in one thread, and the files of a worker
 * use it one after the other, so no two tests meet in it. It starts when a file first asks for it.
 * @returns a function that stops everything
 */
export async function serveSharedN8ns(): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-e2e-'));
	const tarball = await packNode(join(folder, 'package'));
	const started = new Map<string, Promise<OwnedN8n>>();

	const answer = async ({ url = '' }: IncomingMessage): Promise<Session> => {
		const [worker = '', action] = url.slice(1).split('/');
		const known = started.get(worker);
		const starting = known ?? startOwnedN8n(join(folder, `worker-${worker}`), { tarball });
		started.set(worker, starting);
		const n8n = await starting;
		if (action) await n8n[action as Action]();
		return n8n.api.session;
	};
	const server = createServer((request, response) => {
		void answer(request)
			.catch((error: Error) => ({ error: error.message }))
			// A connection that is kept may be closed just when the next file asks.
			.then((said) => response.setHeader('connection', 'close').end(JSON.stringify(said)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	process.env[address] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	process.env[packed] = tarball;

	return async () => {
		server.closeAllConnections();
		server.close();
		const running = await Promise.allSettled(started.values());
		for (const n8n of running) if (n8n.status === 'fulfilled') await n8n.value.stop();
		// Programs that n8n started may write for a moment longer than n8n.
		await rm(folder, { recursive: true, force: true, maxRetries: 10 });
	};
}

/** The tarball of the node, if it was packed for all files of this run. */
export const packedNode = () => process.env[packed];

export const isShared = () => process.env[address] !== undefined;

/** Asks for the n8n of this worker, after an action. */
export async function sharedN8n(action?: Action): Promise<Session> {
	const path = [process.env.JEST_WORKER_ID, action].filter(Boolean).join('/');
	const said = (await (await fetch(`${process.env[address]}/${path}`)).json()) as
		| Session
		| { error: string };
	if ('error' in said) throw new Error(said.error);
	return said;
}
