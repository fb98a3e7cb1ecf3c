import type { FastifyRequest } from 'fastify';
import { engines, instances, keys, type Account, type Instance, type Scope } from './accounts';
import type { Feature } from './message';
import { Refusal } from './refusal';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The scope that the route requires; without it, any known key will do. */
		scope?: Scope;
	}
}

const accounts = new Map<string, Account>(
	Object.values(keys).map((account) => [account.key, account]),
);

/** Three base64url parts; the first is JSON that starts with `{"`. */
const jwt = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

/**
 * Accepts a request or throws a Refusal: 401 for the key, 403 for its scopes, 404 for the instance
 * (API reference, part 5, which shows only the 403).
 */
export function admit(request: FastifyRequest): void {
	const key = presentedKey(request);
	if (key === undefined)
		throw new Refusal(401, 'An API key is required: X-Api-Key or Authorization: Bearer.');
	if (jwt.test(key)) {
		throw new Refusal(
			401,
			'This is a dashboard login (JWT). It is not for integrations: use an API key.',
		);
	}
	const account = accounts.get(key);
	if (!account) throw new Refusal(401, 'The API key is not known.');

	const { scope } = request.routeOptions.config;
	if (scope && !account.scopes.includes(scope)) {
		throw new Refusal(403, `The API key lacks the scope ${scope}.`);
	}
	if (instanceId(request) !== undefined) instanceOf(request);
}

export function isAdmitted(request: FastifyRequest): boolean {
	try {
		admit(request);
		return true;
	} catch {
		return false;
	}
}

/** The decoded `{id}` in the path, if the route has one. */
export function instanceId(request: FastifyRequest): string | undefined {
	return (request.params as { id?: string }).id;
}

/** The instance in the path; throws a 404 Refusal if it does not exist. */
export function instanceOf(request: FastifyRequest): Instance {
	const id = instanceId(request);
	const instance = instances.find((candidate) => candidate.id === id);
	if (!instance) throw new Refusal(404, `There is no instance ${id}.`);
	return instance;
}

/** Throws the 422 of API reference, part 7, if the instance's engine lacks the feature. */
export function requireFeature(instance: Instance, feature: Feature): void {
	const supported: readonly Feature[] = engines[instance.engine];
	if (supported.includes(feature)) return;
	const message = `The engine ${instance.engine} of instance ${instance.id} does not support ${feature}.`;
	throw new Refusal(422, message, 'NOT_SUPPORTED_BY_ENGINE');
}

function presentedKey({ headers }: FastifyRequest): string | undefined {
	const own = headers['x-api-key'];
	if (typeof own === 'string') return own;
	return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}
