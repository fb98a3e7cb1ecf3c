import type { IExecuteFunctions, NodeEgressFilter } from 'n8n-workflow';

interface Given {
	credential: Record<string, unknown>;
	filter?: NodeEgressFilter;
	signal?: AbortSignal;
}

/** The parts of an n8n context that a connection uses. n8n before 2.30 has no egress filter. */
export function n8nContext({ credential, filter, signal }: Given): IExecuteFunctions {
	const given = {
		signal,
		helpers: filter ? { getSecureEgressFilter: () => filter } : {},
		getCredentials: async (type: string) =>
			await Promise.resolve(type === 'messagingIntegrationApi' ? credential : {}),
		...(signal && {
			getExecutionCancelSignal(this: Given) {
				return this.signal;
			},
		}),
	};
	return given as unknown as IExecuteFunctions;
}
