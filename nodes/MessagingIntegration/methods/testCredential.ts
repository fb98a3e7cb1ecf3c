import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { accountOf } from '../api/account';
import { readBody } from '../api/body';
import { requestFor } from '../api/endpoints';
import { failureOf } from '../api/explain';
import { FailureError } from '../api/failure';
import type { Outcome } from '../api/outcome';
import { breakOf } from '../transport/breaks';
import { defaultTimeout } from '../transport/connection';

interface FullResponse {
	statusCode: number;
	headers: Record<string, string>;
	body?: unknown;
}

/**
 * Tests a credential with `GET /instances`. n8n gives such a function no egress filter, only its own
 * request helper, which keeps the egress policy and the proxies.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const account = accountOf(data);
		const request = requestFor('getAll');
		const outcome: Outcome = await this.helpers
			.request({
				method: request.method,
				uri: account.origin + account.prefix + request.path,
				headers: { accept: 'application/json', ...account.headers },
				rejectUnauthorized: !account.allowUnauthorizedCerts,
				followRedirect: false,
				resolveWithFullResponse: true,
				simple: false,
				timeout: defaultTimeout,
			})
			.then(
				({ statusCode, headers, body }: FullResponse): Outcome => ({
					kind: 'answer',
					status: statusCode,
					headers,
					body: readBody(typeof body === 'string' ? body : '', account.apiKey),
				}),
				(error: Error) => breakOf(error, false),
			);
		if (outcome.kind === 'answer' && outcome.status < 300) {
			return { status: 'OK', message: 'Connection successful' };
		}
		if (outcome.kind === 'answer' && outcome.status === 403) {
			return {
				status: 'OK',
				message:
					'The API key works, but lacks the scope "instances:read": the list of instances will be empty, so choose "By ID" and enter the ID.',
			};
		}
		throw new FailureError(failureOf(request, outcome, account));
	} catch (error) {
		const { message, description } =
			error instanceof FailureError ? error.failure : (error as { message: string; description?: string });
		return { status: 'Error', message: [message, description].filter(Boolean).join('. ') };
	}
}
