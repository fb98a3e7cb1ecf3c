import 'reflect-metadata';
import { OutboundHttp } from '@n8n/backend-network';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { NodeEgressFilter } from 'n8n-workflow';

function switchOn(settings: Partial<SsrfProtectionConfig>): void {
	Container.reset();
	Object.assign(Container.get(SsrfProtectionConfig), { enabled: true, ...settings });
}

/** n8n's own egress filter, switched on with these settings. */
export function enforcedPolicy(settings: Partial<SsrfProtectionConfig> = {}): NodeEgressFilter {
	switchOn(settings);
	return Container.get(OutboundHttp).egressFilter('enforced');
}

/** Runs `act` while n8n's protection is on, for code that gets the filter from n8n itself. */
export async function withEgressPolicy(act: () => Promise<void>): Promise<void> {
	switchOn({});
	try {
		await act();
	} finally {
		Container.reset();
	}
}
