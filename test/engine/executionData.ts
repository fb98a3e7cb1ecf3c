import { randomUUID } from 'node:crypto';
import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type { IDataObject, IWorkflowExecuteAdditionalData, Workflow } from 'n8n-workflow';
import type { CredentialStore } from './credentialStore';

/** What n8n passes to an execution: the credential store and the real hooks. The addresses are unused. */
export function executionData(
	workflow: Workflow,
	credentialsHelper: CredentialStore,
	variables: IDataObject = {},
): IWorkflowExecuteAdditionalData {
	const executionId = randomUUID();
	const unused = async () => await Promise.reject(new Error('Not used by this node'));
	const address = 'http://localhost:5678';
	return {
		credentialsHelper,
		executionId,
		hooks: new ExecutionLifecycleHooks('manual', executionId, {
			id: 'workflow',
			name: 'Test',
			active: false,
			isArchived: false,
			activeVersionId: null,
			createdAt: new Date(),
			updatedAt: new Date(),
			nodes: Object.values(workflow.nodes),
			connections: workflow.connectionsBySourceNode,
		}),
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		currentNodeExecutionIndex: 0,
		variables,
		executeWorkflow: unused,
		getRunExecutionData: unused,
		getRuntimeCredential: unused,
		startRunnerTask: unused,
		logAiEvent: () => {},
		restApiUrl: address,
		instanceBaseUrl: address,
		formBaseUrl: address,
		formWaitingBaseUrl: address,
		formTestBaseUrl: address,
		webhookBaseUrl: address,
		webhookWaitingBaseUrl: address,
		webhookTestBaseUrl: address,
		mcpBaseUrl: address,
		mcpTestBaseUrl: address,
	};
}
