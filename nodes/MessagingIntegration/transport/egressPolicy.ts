import type { NodeEgressFilter } from 'n8n-workflow';
import type { Dispatcher } from 'undici';

import { urlOf } from './requestAddress';
import { BrokenExchange } from './brokenExchange';

/**
 * Checks the address of every request against n8n's egress policy. The lookup of a connection would not catch IP
 * addresses and hosts behind a proxy.
 */
export function egressPolicy(filter: NodeEgressFilter): Dispatcher.DispatcherComposeInterceptor {
	return (dispatch) => (options, handler) => {
		// The request never reaches a connection, so there is no controller to pass on.
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
