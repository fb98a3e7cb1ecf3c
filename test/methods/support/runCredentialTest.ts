import 'reflect-metadata';
import { CredentialTestContext } from 'n8n-core';
import type { INodeCredentialTestResult } from 'n8n-workflow';

import { keys } from '../../../dev/sandbox/accounts';
import { testCredential } from '../../../nodes/MessagingIntegration/methods/testCredential';
import { setProxies } from '../../transport/support/proxyEnvironment';

setProxies();

export const passes = { status: 'OK', message: 'Connection successful' };
export const failing = (sentence: RegExp) => ({
	status: 'Error',
	message: expect.stringMatching(sentence) as string,
});

/** Tests a credential like n8n's "Test" button, with n8n's own request helper. */
export async function runCredentialTest(
	baseUrl: string,
	more: Record<string, unknown> = {},
): Promise<INodeCredentialTestResult> {
	return await testCredential.call(new CredentialTestContext(), {
		id: '1',
		name: 'Messaging Integration account',
		type: 'messagingIntegrationApi',
		data: { baseUrl, apiKey: keys.all.key, ...more },
	});
}
