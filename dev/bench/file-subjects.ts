import { credentialType, nodeType } from '../start/example';
import { httpRequest } from './http-request';
import type { CredentialName, FileWay, Measured, Subject } from './subjects';

const instanceId = { __rl: true, mode: 'id', value: 'demo' };
const to = "={{ $('Items').item.json.to }}";

function ours({ toRecipients }: FileWay, service: CredentialName): Measured {
	const message = { instanceId, to, contentType: 'image' };
	const upload = { resource: 'media', operation: 'upload', instanceId };
	return {
		type: nodeType,
		typeVersion: 1,
		parameters: toRecipients ? message : upload,
		credentials: { [credentialType]: service },
	};
}

/** n8n's own way: an upload for each item and, where messages are to go out, a send behind it. */
function httpRequests({ toRecipients }: FileWay, address: string, service: CredentialName): Measured[] {
	const instance = `${address}/api/v1/instances/demo`;
	const parameters = [{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' }];
	const upload = httpRequest(`${instance}/media`, service, { contentType: 'multipart-form-data', bodyParameters: { parameters } });
	const body = "={{ { to: $('Items').item.json.to, content: { type: 'image', media: { storageRef: $json.storageRef } } } }}";
	const send = httpRequest(`${instance}/messages`, service, { specifyBody: 'json', jsonBody: body });
	return toRecipients ? [upload, send] : [upload];
}

/** A subject as nodes that upload the file of each item. */
export function fileNodes(subject: Subject, way: FileWay, address: string, service: CredentialName): Measured[] {
	if (subject === 'ours') return [ours(way, service)];
	if (subject === 'HTTP Request') return httpRequests(way, address, service);
	return [{ type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} }];
}
