import 'reflect-metadata';
import { OutboundHttp } from '@n8n/backend-network';
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { NodeEgressFilter } from 'n8n-workflow';

/** n8n's own egress filter, switched on, as its services are wired up for these settings. */
export function enforcedPolicy(settings: Partial<SsrfProtectionConfig> = {}): NodeEgressFilter {
	Container.reset();
	Object.assign(Container.get(SsrfProtectionConfig), { enabled: true, ...settings });
	return Container.get(OutboundHttp).egressFilter('enforced');
}
