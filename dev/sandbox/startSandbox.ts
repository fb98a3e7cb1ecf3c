import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
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

/**
 * Whether a request was meant for this machine. A page of another origin must neither read nor command the sandbox, not
 * even by a name of its own that leads to 127.0.0.1: the browser sends that name as `Host`.
 */
function isOwn({ headers: { host = '', origin } }: IncomingMessage, hosts: string[]): boolean {
	const name = host.replace(/:\d+$/, '');
	const isKnown = /^((.+\.)?localhost|127\.0\.0\.1)$/i.test(name) || hosts.includes(name);
	return isKnown && (origin === undefined || origin.replace(/^https?:\/\//, '') === host);
}

export interface SandboxOptions {
	/** 0 or undefined: any free port. */
	port?: number;
	/** PEM texts. With them the sandbox accepts only TLS. */
	https?: { key: string; cert: string };
	/** More names for this machine, by which a proxy reaches the sandbox. */
	hosts?: string[];
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
	hosts = [],
}: SandboxOptions = {}): Promise<Sandbox> {
	const folder = await mkdtemp(join(tmpdir(), 'messaging-sandbox-'));
	const uploads = new Uploads(folder);
	const stores: Stores = { log: [], faults: new Faults(), messages: [], uploads };
	const app = fastify({
		serverFactory: (handler) => {
			const guarded: typeof handler = (request, response) => {
				if (isOwn(request, hosts)) handler(request, response);
				else
					response.writeHead(403, { connection: 'close' }).end('Only for pages of this sandbox.');
			};
			return tls
				? https.createServer({ ...tls, ...idle }, guarded)
				: http.createServer(idle, guarded);
		},
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
