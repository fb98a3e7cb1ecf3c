import type { Break } from './outcome';
import type { RequestKind } from './request';

/**
 * What a row is about: a status, a class of statuses, or a break. `2xx`: the answer lacks what its kind of request
 * needs.
 */
export type Occasion = number | '2xx' | '3xx' | '4xx' | '5xx' | Break;

/**
 * A line of the table of errors. In its sentences, these placeholders are filled in: `{instance}` and `{Instance}`,
 * `{contentType}`, `{host}`, `{hostname}` (without the port), `{scope}`, `{largest}`, `{proxyVariable}` and `{status}`.
 */
export interface ErrorRow {
	/** What happened. */
	on: Partial<Record<Occasion, string>>;
	code?: string;
	kind?: RequestKind[];
	/** The row applies only if the answer is a web page. */
	isPage?: true;
	/** What the user can do about it. */
	advice: string;
	/** Sentences after the advice: for a kind of request, for those of items, or if the address is one of this machine. */
	also?: Partial<Record<RequestKind | 'items' | 'thisMachine', string>>;
}

const baseUrl = 'Check the credential\'s "Base URL". The node adds /api/v1 to it.';
const connection =
	'Check the credential\'s "Base URL", and whether n8n can reach the service; it may be switched off.';
const longer = 'The option "Timeout" gives it more time.';
const tryLater = 'Try again later.';

const pageAnswered = 'A web page answered instead of the service ({status})';
const pageRefused = 'A firewall, a proxy or a login page refused the request ({status})';
const noList = '{host} returned no list of instances ({status})';
const badValues = 'The service does not accept the values of this item ({status})';

/**
 * The only table from what went wrong to what users read. The first row that fits is used, so a row for fewer cases
 * stands above one for more. Statuses and codes: API reference, parts 5 and 7. Other statuses have their usual HTTP
 * meaning. The rows for a list do not talk about items, because a credential test has none.
 */
export const errorTable: ErrorRow[] = [
	{
		on: { '2xx': pageAnswered, 404: pageAnswered },
		isPage: true,
		advice: `${baseUrl} If it is right, a login, a firewall or maintenance may be in the way: ask the service's operator.`,
	},
	{
		on: { '2xx': 'The service accepted the file but returned no storageRef' },
		kind: ['upload'],
		advice:
			'Without one the file cannot be sent. Check the credential\'s "Base URL", and ask the service\'s operator.',
	},
	{
		on: { '3xx': 'The service redirects to another address ({status})' },
		advice:
			'Redirects are not followed, because the other address would get the API key. Enter the final address in the credential\'s "Base URL".',
	},
	{
		on: { 401: pageRefused, 403: pageRefused },
		isPage: true,
		advice:
			'The answer is a web page, so it does not come from the service, and the API key is not the reason. Ask the service\'s operator to let requests from n8n through, and check the credential\'s "Base URL".',
	},
	{
		on: { 401: 'The service does not accept the API key (401)' },
		advice:
			'Check "API Key" and "Authentication" in the credential; the key may have been revoked.',
	},
	{
		on: { 403: 'The API key lacks the scope {scope} (403)' },
		kind: ['list', 'message'],
		advice: "Give the key that scope in the service's dashboard, or use a key that has it.",
		also: {
			list: 'Until then, choose "By ID" in the parameter "Instance" and enter the ID.',
		},
	},
	{
		on: { 403: 'The API key lacks a scope that this call needs (403)' },
		advice:
			"The service's own documentation says which one; known ones are messages:send, instances:read, instances:write, chats:read, contacts:read, groups:read, groups:write, webhooks:manage. Give the key the one that is missing in the service's dashboard.",
	},
	{
		on: { 408: 'The service waited too long for the request (408)' },
		advice: tryLater,
		also: { upload: 'If this keeps happening, send a smaller file.' },
	},
	{
		on: { 429: 'The service is receiving too many requests (429)' },
		advice: tryLater,
		also: {
			// An ordinary limit fails no item.
			items: 'The limit may be one for a whole day.',
		},
	},
	{ on: { '2xx': noList, '4xx': noList }, kind: ['list'], advice: baseUrl },
	{
		on: { 404: 'The service answered "not found" for {instance} (404)' },
		advice:
			'Check the parameter "Instance", and that a storage reference comes from the same instance. If every call fails like this, check the credential\'s "Base URL".',
	},
	{
		on: { 409: 'The request conflicts with the present state at the service (409)' },
		advice: "Look at the state of {instance} in the service's dashboard.",
	},
	{
		on: { 413: 'The file is too large for the service (413)' },
		kind: ['upload'],
		advice: 'Send a smaller or more compressed file.',
	},
	{
		on: { 413: 'The message is too large for the service (413)' },
		kind: ['message'],
		advice: 'Shorten the message, or split it.',
	},
	{
		on: { 415: 'The service does not take files of this type (415)' },
		kind: ['upload'],
		advice: 'Convert the file, or set the option "MIME Type" if n8n has the wrong one.',
	},
	{
		on: { 415: 'The service does not take this type of content (415)' },
		kind: ['message'],
		advice: 'Choose another content type.',
	},
	{
		on: { 422: '{Instance} cannot send the content type {contentType} (422)' },
		code: 'NOT_SUPPORTED_BY_ENGINE',
		kind: ['message'],
		advice:
			'The engine that this instance runs on does not support it. Choose another content type or another instance.',
	},
	{
		on: { 422: '{Instance} does not support this operation (422)' },
		code: 'NOT_SUPPORTED_BY_ENGINE',
		advice: 'The engine that this instance runs on does not have it. Use another instance.',
	},
	{
		on: { 400: badValues, 422: badValues, '4xx': 'The service refused the request ({status})' },
		advice: "Check the values of this item against the service's own documentation.",
		also: { message: 'The recipient or the content may be the reason.' },
	},
	{ on: { 503: 'The service is not available at the moment (503)' }, advice: tryLater },
	{
		on: {
			'5xx': 'The service failed while handling the request ({status})',
			cut: 'The service broke off in the middle of its answer',
		},
		advice: "If this keeps happening, ask the service's operator.",
	},
	{
		on: { blocked: 'n8n does not allow requests to {host}' },
		advice:
			'Its egress policy protects internal addresses. Ask the person who runs n8n to allow the address, or check the credential\'s "Base URL".',
	},
	{
		// n8n looks for the word "canceled": it then counts the run as canceled, not as failed.
		on: { cancelled: 'The execution was canceled before the service answered' },
		advice:
			'A new execution sends all items again, except those with a Send Once Key: leave out those that were sent.',
	},
	{
		on: { connectTimeout: 'Connecting to {host} timed out' },
		advice: connection,
		also: { items: longer },
	},
	{
		on: {
			dns: 'The host name {host} is not known',
			refused: '{host} refused the connection',
			unreachable: '{host} cannot be reached over the network',
		},
		advice: connection,
		also: {
			thisMachine:
				'In Docker, {hostname} is the container itself: use host.docker.internal for the machine that runs Docker, or the name of the service in the Compose file.',
		},
	},
	{
		on: { file: "The file could not be read from n8n's storage" },
		advice: 'It may have been removed: rerun the node that creates it.',
	},
	{
		on: {
			noProxy: 'The proxy from {proxyVariable} cannot be reached',
			proxy: 'The proxy from {proxyVariable} did not let the connection to {host} through',
		},
		advice: 'Ask the person who runs n8n to look at this environment variable and at NO_PROXY.',
	},
	{
		on: { proxyAddress: 'The environment variable {proxyVariable} is not a usable proxy address' },
		advice:
			'It needs an address like http://proxy.example.com:3128. Ask the person who runs n8n to correct it, or to name {host} in NO_PROXY.',
	},
	{
		on: { noTls: 'No secure connection to {host} can be made' },
		advice:
			'It answers, but without TLS. The credential\'s "Base URL" may need another port, or http:// in front.',
	},
	{
		on: { tls: 'No secure connection to {host} can be made' },
		advice:
			'Its certificate is not trusted or does not fit. For a certificate of your own, switch on "Ignore SSL Issues (Insecure)" in the credential.',
	},
	{
		on: { paused: 'The service accepts no requests at the moment' },
		advice: 'It refused others for too long, so this item was not tried. Try again later.',
	},
	{
		on: { reset: 'The connection to {host} broke before the answer' },
		advice: 'If this keeps happening, a proxy or firewall on the way may be the reason.',
	},
	{
		on: { timeout: '{host} did not answer in time' },
		advice: 'The service may be slow, or something on the way holds the request back.',
		also: { items: longer },
	},
	{
		on: { tooLarge: 'The answer from {host} is larger than {largest}' },
		advice: 'Check the credential\'s "Base URL": this service sends no such answers.',
	},
];
