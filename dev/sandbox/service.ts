import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { engines, instances, keys, type Account, type Instance, type Scope } from './accounts';
import { applyFaultBeforeReading, applyFaultToAnswer } from './applyFault';
import type { Faults, PlacedFault } from './faults';
import { entryOf, instanceId, type LogEntry, type Operation } from './requestLog';
import { indications, sendRequestSchema } from './message';
import type { Feature, Message, SendRequest } from './message';
import { Refusal } from './refusal';
import type { ReceivedFile, Uploads } from './uploads';

declare module 'fastify' {
	interface FastifyContextConfig {
		operation?: Operation;
		/** The scope that the route requires; without it, any known key will do. */
		scope?: Scope;
	}
	interface FastifyRequest {
		entry: LogEntry;
		fault?: PlacedFault;
		received?: ReceivedFile[];
	}
}

export interface Stores {
	/** The newest requests, in order of arrival. */
	log: LogEntry[];
	faults: Faults;
	/** The newest accepted messages, oldest first. */
	messages: Message[];
	uploads: Uploads;
}

/** The service's interface (API reference, part 4), to be registered under /api/v1. */
export async function service(app: FastifyInstance, { log, faults, messages, uploads }: Stores) {
	acceptJsonOnly(app);

	app.addHook('onRequest', async (request) => {
		add(log, (request.entry = entryOf(request)));
		request.fault = faults.take(request);
		request.entry.fault = request.fault?.id;
	});
	app.addHook('onRequest', applyFaultBeforeReading);
	// First faults, then key and instance. The body is already read, so that the log also shows refused requests.
	app.addHook('preHandler', (request, reply, done) => {
		request.entry.body = request.body;
		if (isCarriedOut(request)) done(refusalOf(request));
		// Never calls done(): the handler must not run, even if the connection ends without an answer.
		else reply.send();
	});
	app.addHook('onSend', applyFaultToAnswer);
	app.setNotFoundHandler(async () => {
		throw new Refusal(404, 'There is no such endpoint.');
	});

	const list = { operation: 'instances', scope: 'instances:read' } as const;
	app.get('/instances', { config: list }, async (request) => {
		request.entry.carriedOut = true;
		return instances;
	});

	app.post<{ Body: SendRequest }>(
		'/instances/:id/messages',
		{
			config: { operation: 'messages', scope: 'messages:send' },
			schema: { body: sendRequestSchema },
			// Faults and keys come first; then the handler checks the result of the validation.
			attachValidation: true,
		},
		async (request, reply) => {
			if (request.validationError) throw request.validationError;
			const { to, content } = request.body;
			const instance = instanceWith(content.type, request);
			const ref = content.media?.storageRef;
			const upload = ref === undefined ? undefined : uploads.stored.get(ref);
			if (ref !== undefined && upload?.instanceId !== instance.id) {
				const message = `Instance ${instance.id} has no stored file ${ref}.`;
				throw new Refusal(404, message, 'MEDIA_NOT_FOUND');
			}
			const [id, acceptedAt] = [`msg_${randomUUID()}`, new Date().toISOString()];
			const file = upload?.file;
			add(messages, { id, instanceId: instance.id, to, content, acceptedAt, file });
			request.entry.carriedOut = true;
			return reply.code(202).send({ id, status: 'accepted' });
		},
	);

	for (const operation of indications) {
		app.post(`/instances/:id/${operation}`, { config: { operation } }, async (request, reply) => {
			instanceWith(operation, request);
			request.entry.carriedOut = true;
			return reply.code(204).send();
		});
	}

	await app.register(async (media) => {
		media.removeAllContentTypeParsers();
		// File names are logged in full, as sent. The reference gives no limits (part 8).
		await media.register(multipart, { limits: { fileSize: Infinity }, preservePath: true });
		media.addHook('preValidation', async (request: FastifyRequest) => {
			if (request.isMultipart())
				await uploads.receive(request, isCarriedOut(request) && !refusalOf(request));
		});
		media.post('/instances/:id/media', { config: { operation: 'media' } }, async (request) => {
			const storageRef = await uploads.keep(request, String(instanceId(request)));
			request.entry.carriedOut = true;
			return { storageRef };
		});
	});
}

/** Adds to a store, which keeps the newest entries only: a sandbox may run for weeks. */
function add<Entry>(store: Entry[], entry: Entry, most = 20_000): void {
	if (store.push(entry) > most) store.shift();
}

const isCarriedOut = ({ fault }: FastifyRequest) => !fault || fault.carryOut;

/** Accepts JSON bodies, and empty ones, because indications need no body. Anything else gets a 415. */
function acceptJsonOnly(app: FastifyInstance): void {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(
		'application/json',
		{ parseAs: 'string' },
		(request, text: string, done) => {
			if (text === '') done(null, undefined);
			else void parse(request, text, done);
		},
	);
}

const accounts = new Map<string, Account>(
	Object.values(keys).map((account) => [account.key, account]),
);

/**
 * Why a request is refused: 401 for the key, 403 for its scopes, 404 for the instance (API reference, part 5, which
 * shows only the 403).
 */
function refusalOf(request: FastifyRequest): Refusal | undefined {
	const { authorization = '', 'x-api-key': own } = request.headers;
	const account = accounts.get(String(own ?? /^Bearer +(\S+)$/i.exec(authorization)?.[1]));
	if (!account) return new Refusal(401, 'The API key is missing or not known.');
	const { scope } = request.routeOptions.config;
	if (scope && !account.scopes.includes(scope))
		return new Refusal(403, `The API key lacks the scope ${scope}.`);
	const id = instanceId(request);
	const isKnown = id === undefined || instances.some((instance) => instance.id === id);
	return isKnown ? undefined : new Refusal(404, `There is no instance ${id}.`);
}

/**
 * The instance in the path.
 * @throws the 422 of API reference, part 7, if its engine lacks the feature
 */
function instanceWith(feature: Feature, request: FastifyRequest): Instance {
	const id = instanceId(request);
	const instance = instances.find((candidate) => candidate.id === id) as Instance;
	const supported: readonly Feature[] = engines[instance.engine];
	if (supported.includes(feature)) return instance;
	const message = `The engine ${instance.engine} of instance ${id} does not support ${feature}.`;
	throw new Refusal(422, message, 'NOT_SUPPORTED_BY_ENGINE');
}
