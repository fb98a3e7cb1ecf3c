import { randomUUID } from 'node:crypto';
import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { IDataObject, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import type { CredentialStore } from './credentialStore';

/** What n8n passes to an execution, as far as it is used: the credential store and the real hooks. */
export function executionData(
	credentialsHelper: CredentialStore,
	variables: IDataObject = {},
	executionTimeoutTimestamp?: number,
): IWorkflowExecuteAdditionalData {
	const executionId = randomUUID();
	const address = 'http://localhost:5678';
	const about = { id: 'workflow', name: 'Test', nodes: [], connections: {} };
	return {
		credentialsHelper,
		executionId,
		hooks: new ExecutionLifecycleHooks('manual', executionId, about as never),
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		currentNodeExecutionIndex: 0,
		variables,
		executionTimeoutTimestamp,
		restApiUrl: address,
		instanceBaseUrl: address,
		formWaitingBaseUrl: address,
		webhookWaitingBaseUrl: address,
	} as unknown as IWorkflowExecuteAdditionalData;
}
