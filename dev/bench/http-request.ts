import { credentialType } from '../start/example';
import type { CredentialName, Measured } from './subjects';

/** n8n's HTTP Request node with our credential. @param body the parameters that say what is posted */
export function httpRequest(url: string, service: CredentialName, body: object): Measured {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: {
			method: 'POST',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			sendBody: true,
			...body,
			options: { allowUnauthorizedCerts: true },
		},
		credentials: { [credentialType]: service },
	};
}
