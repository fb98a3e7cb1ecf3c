import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { controls } from './controls';
import { Faults } from './faults';
import { page } from './page';
import { sendRefusal } from './refusal';
import { service, type Stores } from './service';
import { Uploads } from './uploads';

/** Longer than any client of a test keeps a connection, so that none meets one that is closing (ms). */
const idle = { keepAliveTimeout: 60_000 };

export interface SandboxOptions {
	/** 0 or undefined: any free port. */
	port?: number;
	/** PEM texts. With them the sandbox accepts only TLS. */
	https?: { key: string; cert: string };
}

export interface Sandbox {
	/** Base URL without a path, e.g. http://127.0.0.1:8585. */
	url: string;
	/** Ends all open connections, including those that wait, and removes the uploads. */
	close: () => Promise<void>;
}

/** Starts a stand-in for the service on 127.0.0.1. Rejects with a sentence that names the port if it is in use. */
export async function startSandbox({
	port = 0,
	https: tls,
}: SandboxOptions = {}): Promise<Sandbox> {
	const folder = await mkdtemp(join(tmpdir(), 'messaging-sandbox-'));
	const uploads = new Uploads(folder);
	const stores: Stores = { log: [], faults: new Faults(), messages: [], uploads };
	const app = fastify({
		serverFactory: (handler) =>
			tls ? https.createServer({ ...tls, ...idle }, handler) : http.createServer(idle, handler),
		forceCloseConnections: true,
		// The reference gives no limits; these only protect the process.
		bodyLimit: 64 * 1024 * 1024,
		routerOptions: { maxParamLength: 4096 },
		ajv: { customOptions: { coerceTypes: false, removeAdditional: false, discriminator: true } },
	});
	app.setErrorHandler(sendRefusal);
	app.register(service, { prefix: '/api/v1', ...stores });
	app.register(controls, { prefix: '/_sandbox', ...stores });
	app.register(page, stores);

	const close = async () => {
		await app.close();
		await rm(folder, { recursive: true, force: true });
	};
	try {
		await app.listen({ host: '127.0.0.1', port });
		const taken = (app.server.address() as AddressInfo).port;
		return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${taken}`, close };
	} catch (error) {
		await close();
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new Error(
			`Port ${port} on 127.0.0.1 is in use. Stop what listens there or choose another port.`,
			{ cause: error },
		);
	}
}
