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

/**
 * Why a request is refused: 401 for the key, 403 for its scopes, 404 for the instance (API reference, part 5, which
 * shows only the 403).
 */
export function refusalOf(request: FastifyRequest): Refusal | undefined {
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

/** The decoded `{id}` in the path, if the route has one. */
export function instanceId(request: FastifyRequest): string | undefined {
	return (request.params as { id?: string }).id;
}

/**
 * The instance in the path.
 * @throws the 422 of API reference, part 7, if its engine lacks the feature
 */
export function instanceWith(feature: Feature, request: FastifyRequest): Instance {
	const id = instanceId(request);
	const instance = instances.find((candidate) => candidate.id === id) as Instance;
	const supported: readonly Feature[] = engines[instance.engine];
	if (supported.includes(feature)) return instance;
	const message = `The engine ${instance.engine} of instance ${id} does not support ${feature}.`;
	throw new Refusal(422, message, 'NOT_SUPPORTED_BY_ENGINE');
}
