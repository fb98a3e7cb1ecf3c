import type { NodeEgressFilter } from 'n8n-workflow';
import type { Dispatcher } from 'undici';

import { urlOf } from './requestAddress';
import { BrokenExchange } from './brokenExchange';

/**
 * Asks n8n's egress policy about the address of every request. The lookup of the connection alone would
 * let IP addresses and hosts behind a proxy through.
 */
export function egressPolicy(filter: NodeEgressFilter): Dispatcher.DispatcherComposeInterceptor {
	return (dispatch) => (options, handler) => {
		// The request never reaches a connection, so there is no controller to hand on.
		const refuse = (error: Error) => handler.onResponseError?.(null as never, error);
		const address = urlOf({ origin: String(options.origin), path: options.path });
		filter
			.validateUrl(new URL(address))
			.then((verdict) => {
				if (verdict.ok) dispatch(options, handler);
				else refuse(new BrokenExchange('blocked', verdict.error));
			})
			.catch(refuse);
		return true;
	};
}
