import type { Break } from './outcome';
import type { RequestFacts, Words } from './facts';
import type { WhyStopped } from './whyStopped';

const baseUrl = 'Check the credential\'s "Base URL". The node adds /api/v1 to it.';
const connection =
	'Check the credential\'s "Base URL", and whether n8n can reach the service; it may be switched off.';
const tryLater = 'Try again later.';
const askOperator = "If this keeps happening, ask the service's operator.";
const certificate =
	'Its certificate is not trusted or does not fit. For a certificate of your own, switch on "Ignore SSL Issues (Insecure)" in the credential.';

const noCertificate =
	'The certificate is not the reason: "Ignore SSL Issues (Insecure)" is on. The service may have only an old version of TLS, or want a certificate of n8n, which this node does not have. Ask its operator.';

/** n8n looks for the word "canceled": it then counts the run as canceled, not as failed, and saves nothing of it. */
export const whatStopped: Record<WhyStopped, string> = {
	canceled: 'The execution was canceled',
	processEnds: 'n8n was asked to end',
	workflowTimeout: "The workflow's timeout ended the run",
};

export const afterStop: Record<WhyStopped, string | undefined> = {
	canceled: undefined,
	processEnds: 'Retry this execution when n8n runs again: it sends what is missing.',
	workflowTimeout:
		'Retry this execution: it sends what is missing. "Timeout Workflow" in the settings of the workflow gives it more time.',
};

/** The words about items are not for a list: a credential test has none. */
const forItems = ({ kind }: RequestFacts, advice: string) => (kind === 'list' ? '' : ` ${advice}`);

const unreached = (facts: RequestFacts, title: string) => ({
	title,
	canTryAgain: true,
	advice: facts.isThisMachine
		? `${connection} In Docker, ${facts.hostname} is the container itself: use host.docker.internal for the machine that runs Docker, or the name of the service in the Compose file.`
		: connection,
});

const timedOut = (facts: RequestFacts, title: string, advice: string) => ({
	title,
	canTryAgain: true,
	advice: advice + forItems(facts, 'The option "Timeout" gives it more time.'),
});

function whatFailed(status?: number): string {
	if (status === 502) return 'The proxy in front of the service gets no answer from it';
	if (status === 504) return 'The service takes too long for the proxy in front of it';
	return 'The service failed while handling the request';
}

/** With the status, for titles. */
const of = ({ status }: RequestFacts) => `(${status})`;

const instanceOf = ({ instance }: RequestFacts) =>
	instance === '' ? 'the service' : `instance "${instance}"`;

const nouns = {
	indication: 'this indication',
	list: 'this request',
	message: 'this message',
	upload: 'this file',
};

const refusal = (facts: RequestFacts) => `The service refuses ${nouns[facts.kind]} ${of(facts)}`;

function adviceOnRefusal({ isPage, status, kind }: RequestFacts): string {
	if (isPage)
		return `The page comes from a proxy or a firewall in front of the service, from something else at this address, or from the service itself. ${baseUrl} If that is right, correct this item, or ask the service's operator.`;
	const perhaps = 'The recipient or the content may be the reason.';
	if (status === 403) return `The API key has sent other messages in this run. ${perhaps}`;
	if (status === 402)
		return 'Look at the service whether the account has credit left, and whether its plan allows this. Then try again.';
	if (status === 405) return `Something else may be at this address. ${baseUrl}`;
	const correct = "Correct this item. The service's own documentation says which values it takes.";
	return kind === 'message' ? `${correct} ${perhaps}` : correct;
}

const InstanceOf = (facts: RequestFacts) =>
	instanceOf(facts).replace(/^./, (letter) => letter.toUpperCase());

const proxyAdvice =
	'Ask the person who runs n8n to look at this environment variable and at NO_PROXY.';

/**
 * What users read about a request that failed. Statuses and codes: API reference, parts 5 and 7. Other statuses have their
 * usual HTTP meaning.
 */
export const requestWords = {
	webPage: (facts) => ({
		title: `A web page answered instead of the service ${of(facts)}`,
		advice: `${baseUrl} If it is right, a login, a firewall or maintenance may be in the way: ask the service's operator.`,
	}),
	noStorageRef: () => ({
		title: 'The service accepted the file but returned no storageRef',
		advice:
			'Check the credential\'s "Base URL", and ask the service\'s operator. Without a storageRef the file cannot be sent.',
	}),
	noList: (facts) => ({
		title: `${facts.host} returned no list of instances ${of(facts)}`,
		advice: baseUrl,
	}),
	redirected: (facts) => ({
		title: `The service redirects to ${facts.location ?? 'another address'} ${of(facts)}`,
		advice:
			(facts.newBaseUrl
				? `Enter ${facts.newBaseUrl} in the credential's "Base URL".`
				: 'Enter the final address in the credential\'s "Base URL".') +
			' Redirects are not followed, because the other address would get the API key.',
	}),
	pageRefused: (facts) => ({
		title: `A firewall, a proxy or a login page refused the request ${of(facts)}`,
		advice:
			'Ask the service\'s operator to let requests from n8n through, and check the credential\'s "Base URL". The answer comes from something in front of the service, so the API key is not the reason.',
	}),
	keyRefused: (facts) => ({
		title: `The service does not accept the API key ${of(facts)}`,
		advice:
			'Check "API Key" and "Authentication" in the credential; the key may have been revoked.',
	}),
	missingScope: (facts) => {
		const which =
			facts.scope === '' ? 'a scope that this call needs' : `the scope "${facts.scope}"`;
		// The service's words may name another cause.
		const title =
			facts.words === undefined ? `The API key lacks ${which} ${of(facts)}` : refusal(facts);
		if (facts.scope === '')
			return {
				title,
				advice:
					"The API key may lack a scope. The service's own documentation says which one; known ones are messages:send, instances:read, instances:write, chats:read, contacts:read, groups:read, groups:write, webhooks:manage. Give the key the one that is missing.",
			};
		const untilThen =
			facts.kind === 'list'
				? ' Until then, choose "By ID" in the parameter "Instance" and enter the ID.'
				: '';
		return {
			title,
			advice: `The API key may lack ${which}. Give the key that scope at the service, or use a key that has it.${untilThen}`,
		};
	},
	waitedTooLong: (facts) => ({
		canTryAgain: true,
		title: `The request took too long for the service ${of(facts)}`,
		advice:
			facts.kind === 'upload'
				? `${tryLater} If this keeps happening, send a smaller file.`
				: tryLater,
	}),
	rateLimited: (facts) => ({
		canTryAgain: true,
		title: `The service is receiving too many requests ${of(facts)}`,
		// An ordinary limit fails no item.
		advice: tryLater + forItems(facts, 'The limit may be one for a whole day.'),
	}),
	notFound: (facts) => ({
		title: `The service answered "not found" for ${instanceOf(facts)} ${of(facts)}`,
		advice:
			'Check the parameter "Instance", and that a storage reference comes from the same instance. If every call fails like this, check the credential\'s "Base URL".' +
			(facts.kind === 'message' ? ' The recipient may be the reason, too.' : ''),
	}),
	conflict: (facts) => ({
		canTryAgain: true,
		title: `The request conflicts with the present state at the service ${of(facts)}`,
		advice: `Look at the state of ${instanceOf(facts)} at the service.`,
	}),
	tooLarge: (facts) =>
		facts.kind === 'upload'
			? {
					title: `The file is too large for the service ${of(facts)}`,
					advice: 'Send a smaller or more compressed file.',
				}
			: {
					title: `The message is too large for the service ${of(facts)}`,
					advice: 'Shorten the message, or split it.',
				},
	typeRefused: (facts) =>
		facts.kind === 'upload'
			? {
					title: `The service does not take files of this type ${of(facts)}`,
					advice: 'Convert the file, or set the option "MIME Type" if n8n has the wrong one.',
				}
			: {
					title: `The service does not take this type of content ${of(facts)}`,
					advice: 'Choose another content type.',
				},
	notSupported: (facts) =>
		facts.kind === 'message'
			? {
					title: `${InstanceOf(facts)} cannot send the content type "${facts.contentType}" ${of(facts)}`,
					advice:
						'Choose another content type or another instance. The engine that this instance runs on does not support it.',
				}
			: {
					title: `${InstanceOf(facts)} does not support this operation ${of(facts)}`,
					advice: 'Use another instance. The engine that this one runs on does not have it.',
				},
	refused: (facts) => ({
		title: facts.isPage ? `A web page refuses ${nouns[facts.kind]} ${of(facts)}` : refusal(facts),
		advice: adviceOnRefusal(facts),
	}),
	refusedInAnswer: (facts) => ({
		title:
			facts.kind === 'list'
				? `The service says that it failed ${of(facts)}`
				: `The service says that ${nouns[facts.kind]} failed ${of(facts)}`,
		advice:
			facts.kind === 'list'
				? askOperator
				: 'By its status, the service accepted the request; its answer says that it failed.',
	}),
	unavailable: (facts) => ({
		canTryAgain: true,
		title: `The service is not available at the moment ${of(facts)}`,
		advice: tryLater,
	}),
	serviceFailed: (facts) => ({
		canTryAgain: true,
		title: `${whatFailed(facts.status)} ${of(facts)}`,
		advice: askOperator,
	}),
	answerBrokeOff: () => ({
		canTryAgain: true,
		title: 'The service broke off in the middle of its answer',
		advice: askOperator,
	}),
	addressNotAllowed: (facts) => ({
		title: `n8n does not allow requests to ${facts.host}`,
		advice:
			'Its egress policy protects internal addresses. Ask the person who runs n8n to allow the address, or check the credential\'s "Base URL".',
	}),
	stoppedBeforeAnswer: ({ stopped = 'canceled' }) => ({
		title: `${whatStopped[stopped]} before the service answered`,
		advice:
			afterStop[stopped] ??
			'A new execution sends all items again, except those with a Send Once Key: leave out those that were sent.',
	}),
	connectTimeout: (facts) => timedOut(facts, `Connecting to ${facts.host} timed out`, connection),
	hostUnknown: (facts) => unreached(facts, `The host name ${facts.host} is not known`),
	connectionRefused: (facts) => unreached(facts, `${facts.host} refused the connection`),
	unreachable: (facts) => unreached(facts, `${facts.host} cannot be reached over the network`),
	fileUnreadable: () => ({
		title: "The file could not be read from n8n's storage",
		advice: 'It may have been removed: rerun the node that creates it.',
	}),
	proxyUnreachable: (facts) => ({
		canTryAgain: true,
		title: `The proxy from ${facts.proxyVariable} cannot be reached`,
		advice: proxyAdvice,
	}),
	proxyRefused: (facts) => ({
		title: `The proxy from ${facts.proxyVariable} did not let the connection to ${facts.host} through`,
		advice: proxyAdvice,
	}),
	proxyAddress: (facts) => ({
		title: `The environment variable ${facts.proxyVariable} is not a usable proxy address`,
		advice: `It needs an address like http://proxy.example.com:3128. Ask the person who runs n8n to correct it, or to name ${facts.host} in NO_PROXY.`,
	}),
	noTls: (facts) => ({
		title: `No secure connection to ${facts.host} can be made`,
		advice:
			'It answers, but without TLS. The credential\'s "Base URL" may need another port, or http:// in front.',
	}),
	certificate: (facts) => ({
		title: `No secure connection to ${facts.host} can be made`,
		advice: facts.ignoresCertificates ? noCertificate : certificate,
	}),
	connectionBroke: (facts) => ({
		canTryAgain: true,
		title: `The connection to ${facts.host} broke before the answer`,
		advice: 'If this keeps happening, a proxy or firewall on the way may be the reason.',
	}),
	timeout: (facts) =>
		timedOut(
			facts,
			`${facts.host} did not answer in time`,
			'The service may be slow, or something on the way holds the request back.',
		),
	answerTooLarge: (facts) => ({
		title: `The answer from ${facts.host} is larger than 16 MiB`,
		advice: 'Check the credential\'s "Base URL": this service sends no such answers.',
	}),
} satisfies Record<string, (facts: RequestFacts) => Words>;

export type RequestReason = keyof typeof requestWords;

/** Why a request failed that got no answer, or none that could be read. */
export const reasonOfBreak = {
	blocked: 'addressNotAllowed',
	cancelled: 'stoppedBeforeAnswer',
	connectTimeout: 'connectTimeout',
	cut: 'answerBrokeOff',
	dns: 'hostUnknown',
	file: 'fileUnreadable',
	noProxy: 'proxyUnreachable',
	noTls: 'noTls',
	proxy: 'proxyRefused',
	proxyAddress: 'proxyAddress',
	refused: 'connectionRefused',
	reset: 'connectionBroke',
	timeout: 'timeout',
	tls: 'certificate',
	tooLarge: 'answerTooLarge',
	unreachable: 'unreachable',
} as const satisfies Record<Break, RequestReason>;
