import { breakRows } from './breakRows';
import type { ErrorRow } from './errorRow';

const beforeVersion = 'Check the credential\'s "Base URL": it is the address in front of /api/v1.';

/** The rows for a refused list do not talk about items, because a credential test has none. */
const listRefused = {
	kind: 'list',
	message: 'The service refused to list its instances ({status})',
	advice: beforeVersion,
} as const;

/**
 * The only table from what went wrong to what users read. The first row that fits is used, so rows with a code, a
 * kind, a page or this machine stand above those without. Statuses and codes: API reference, parts 5 and 7. Other statuses have
 * their usual HTTP meaning.
 */
export const errorTable: ErrorRow[] = [
	{
		on: '2xx',
		isPage: true,
		message: 'A web page answered instead of the service ({status})',
		advice: `${beforeVersion} If it is right, a login, a firewall or maintenance may be in the way: ask the service's operator.`,
	},
	{
		on: '2xx',
		kind: 'list',
		message: 'The answer from {host} contains no list of instances',
		advice: beforeVersion,
	},
	{
		on: '2xx',
		kind: 'upload',
		message: 'The service accepted the file but returned no storageRef',
		advice:
			'Without one the file cannot be sent. Check the credential\'s "Base URL", and ask the service\'s operator.',
	},
	{
		on: '3xx',
		message: 'The service redirects to another address ({status})',
		advice:
			'Redirects are not followed, because the other address would get the API key. Enter the final address in the credential\'s "Base URL".',
	},
	{ on: 400, ...listRefused },
	{
		on: 400,
		message: 'The service did not understand the request (400)',
		advice: "Check the values of this item against the service's own documentation.",
	},
	{
		on: 401,
		isPage: true,
		message: 'A web page asks for a login in front of the service (401)',
		advice:
			'It does not come from the service, and the API key does not help there. Check the credential\'s "Base URL", or ask the service\'s operator to let n8n through.',
	},
	{
		on: 401,
		message: 'The service does not accept the API key (401)',
		advice:
			'Check "API Key" and "Authentication" in the credential; the key may have been revoked.',
	},
	{
		on: 403,
		isPage: true,
		message: 'A firewall or proxy refused the request (403)',
		advice:
			'The answer is a web page, so most likely something in front of the service sent it and the API key is not the reason. Ask the service\'s operator to let requests from n8n through, and check the credential\'s "Base URL".',
	},
	{
		on: 403,
		kind: 'list',
		message: 'The API key lacks the scope {scope} (403)',
		advice:
			'Give the key that scope in the service\'s dashboard. Until then, choose "By ID" where an instance is asked for and enter its ID.',
	},
	{
		on: 403,
		kind: 'message',
		message: 'The API key lacks the scope {scope} (403)',
		advice: "Give the key that scope in the service's dashboard, or use a key that has it.",
	},
	{
		on: 403,
		message: 'The API key lacks a scope that this call needs (403)',
		advice:
			"The service's own documentation says which one; known ones are {scopes}. Give the key the one that is missing in the service's dashboard.",
	},
	{
		on: 404,
		isPage: true,
		message: '{host} answered with a web page instead of the service (404)',
		advice: beforeVersion,
	},
	{
		on: 404,
		kind: 'list',
		message: 'The service has no instance list at {host} (404)',
		advice: beforeVersion,
	},
	{
		on: 404,
		message: 'The service does not find {instance}, or something else that the request names (404)',
		advice:
			'Check the parameter "Instance", and that a storage reference comes from the same instance. If every call fails like this, check the credential\'s "Base URL".',
	},
	{
		on: 408,
		kind: 'upload',
		message: 'The service waited too long for the request (408)',
		advice: 'Try again. If it stays like this, send a smaller file.',
	},
	{
		on: 408,
		message: 'The service waited too long for the request (408)',
		advice: 'Try again later.',
	},
	{ on: 409, ...listRefused },
	{
		on: 409,
		message: 'The request conflicts with the present state at the service (409)',
		advice: "Look at the state of {instance} in the service's dashboard.",
	},
	{
		on: 413,
		kind: 'upload',
		message: 'The file is too large for the service (413)',
		advice: 'Send a smaller or more compressed file.',
	},
	{
		on: 413,
		kind: 'message',
		message: 'The message is too large for the service (413)',
		advice: 'Shorten the message, or split it.',
	},
	{
		on: 415,
		kind: 'upload',
		message: 'The service does not take files of this type (415)',
		advice: 'Convert the file, or set the option "MIME Type" if n8n has the wrong one.',
	},
	{
		on: 415,
		kind: 'message',
		message: 'The service does not take this type of content (415)',
		advice: 'Choose another content type.',
	},
	{
		on: 422,
		code: 'NOT_SUPPORTED_BY_ENGINE',
		kind: 'message',
		message: '{instance} cannot send the content type {contentType} (422)',
		advice:
			'The engine that this instance runs on does not support it. Choose another content type or another instance.',
	},
	{
		on: 422,
		code: 'NOT_SUPPORTED_BY_ENGINE',
		message: '{instance} does not support this operation (422)',
		advice: 'The engine that this instance runs on does not have it. Use another instance.',
	},
	{
		on: 422,
		kind: 'message',
		message: 'The service cannot work with the values of this item (422)',
		advice: 'Check the recipient and the content of this item.',
	},
	{ on: 422, ...listRefused },
	{
		on: 422,
		message: 'The service cannot work with the values of this item (422)',
		advice: "Check them against the service's own documentation.",
	},
	{
		on: 429,
		kind: 'list',
		message: 'The service is receiving too many requests (429)',
		advice: 'Try again later.',
	},
	{
		on: 429,
		message: 'The service is receiving too many requests (429)',
		advice: 'Set the option "Requests per Second", or try again later.',
	},
	{
		on: 503,
		message: 'The service is not available at the moment (503)',
		advice: 'Try again later.',
	},
	{ on: '4xx', ...listRefused },
	{
		on: '4xx',
		message: 'The service refused the request ({status})',
		advice: 'Check the values of this item.',
	},
	{
		on: '5xx',
		message: 'The service failed while handling the request ({status})',
		advice: "If it stays like this, ask the service's operator.",
	},
	...breakRows,
];
