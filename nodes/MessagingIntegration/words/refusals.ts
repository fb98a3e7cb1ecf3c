// Tests: test/unit/pageOfWords.test.ts, test/unit/failureOf.test.ts
import { type WhyStopped, whatStopped, afterStop } from './stops';
import type { Words } from './Words';

/** What services, networks and what stands between say. */

/** What the words about a request that failed need to know. JSON, because n8n saves it with the execution. */
export interface RequestFacts {
	kind: 'indication' | 'list' | 'message' | 'upload';
	/** With the port. */
	host: string;
	hostname: string;
	/** Whether the address always means this machine. */
	isThisMachine: boolean;
	/** Whether the credential has "Ignore SSL Issues (Insecure)" on: then no certificate is the reason. */
	ignoresCertificates?: boolean;
	/** Whether a web page answered. */
	isPage: boolean;
	/** Empty if the request is about no instance. */
	instance: string;
	contentType: string;
	/** The scope that the request needs; empty if the reference does not name it. */
	scope: string;
	/** The environment variables that can name the proxy. */
	proxyVariable: string;
	effect: 'read' | 'preparation' | 'delivery';
	/** Of the answer, if there was one. */
	status?: number;
	code?: string;
	/** The service's own words, in quotation marks. */
	words?: string;
	/** What the network or n8n said. */
	said?: { by: 'network' | 'n8n'; words: string };
	/** Where the service redirects to, without a query. */
	location?: string;
	/** The base URL with which the request would go there. */
	newBaseUrl?: string;
	/** If the run was stopped before the answer: why. */
	stopped?: WhyStopped;
	/** The pause that the service asks for (ms). */
	pause?: number;
}

const baseUrl = 'Check the credential\'s "Base URL". The node adds /api/v1 to it.';
const reachable =
	'Check the credential\'s "Base URL". If it is right, ask the service\'s operator whether the service runs, and the person who runs n8n whether n8n can reach it.';
const tryLater = 'Try again later.';
const askOperator = "If this happens again, ask the service's operator.";
const askForProxy =
	'Ask the person who runs n8n to look at this environment variable and at NO_PROXY.';

const timeoutOption = 'The option "Timeout" gives it more time.';

/** The words about items are not for a list: a credential test has none. */
const forItems = ({ kind }: RequestFacts, advice: string) => (kind === 'list' ? '' : ` ${advice}`);

const unreached = (title: string, { isThisMachine, hostname }: RequestFacts): Words => ({
	title,
	canTryAgain: true,
	reason: 'unreachable',
	advice: isThisMachine
		? `${reachable} In Docker, ${hostname} is the container itself: use host.docker.internal for the machine that runs Docker, or the name of the service in the Compose file.`
		: reachable,
});

/** With the status, for titles. */
const of = ({ status }: RequestFacts) => `(${status})`;

const instanceOf = ({ instance }: RequestFacts) =>
	instance === '' ? 'the service' : `instance "${instance}"`;

const InstanceOf = ({ instance }: RequestFacts) =>
	instance === '' ? 'The service' : `Instance "${instance}"`;

const nouns = {
	indication: 'this indication',
	list: 'this request',
	message: 'this message',
	upload: 'this file',
};

const refusesIt = (facts: RequestFacts) => `The service refuses ${nouns[facts.kind]} ${of(facts)}`;

/** Of a status that has its own words. */
const serviceFailures: Partial<Record<number, string>> = {
	502: 'The proxy in front of the service gets no answer from it',
	504: 'The service takes too long for the proxy in front of it',
};

function adviceOnRefusal({ isPage, status, kind }: RequestFacts): string {
	if (isPage)
		return `The page comes from the service, from a proxy or a firewall in front of it, or from something else at this address. ${baseUrl} If that is right, correct this item, or ask the service's operator.`;
	const perhaps = 'The recipient or the content may be the reason.';
	if (status === 403)
		return `The API key is right: it has sent other messages in this run. ${perhaps}`;
	if (status === 402)
		return 'Look at the service whether the account has credit left, and whether its plan allows this. Then try again.';
	if (status === 405) return `Something else may be at this address. ${baseUrl}`;
	const values = "The service's own documentation says which values it takes.";
	return kind === 'message'
		? `Correct this item, and send it in a new execution: a retry takes it as it was. ${values} ${perhaps}`
		: `Correct this item. ${values}`;
}

/** Statuses of a refusal of which neither the recipient nor the content is the reason. */
const ofAccount = [402, 405];

/** A model makes the words of a message. It must not choose another person because one cannot be reached. */
const correction = ({ kind, isPage, status = 0 }: RequestFacts): Pick<Words, 'model'> =>
	kind === 'message' && !isPage && !ofAccount.includes(status)
		? {
				model: {
					next: 'callAgain',
					how: 'only if you wrote the number or the text wrong. If not, tell the user',
				},
			}
		: {};

/** Statuses and codes: API reference, parts 5 and 7. Other statuses have their usual HTTP meaning. */
const table = {
	keyRefused: (facts) => ({
		title: `The service does not accept the API key ${of(facts)}`,
		advice:
			'Check "API Key" and "Authentication" in the credential. Somebody may have revoked the key at the service.',
	}),
	missingScope: (facts) => {
		const which =
			facts.scope === '' ? 'a scope that this call needs' : `the scope "${facts.scope}"`;
		// The service's words may name another cause.
		const title =
			facts.words === undefined ? `The API key lacks ${which} ${of(facts)}` : refusesIt(facts);
		if (facts.scope === '')
			return {
				title,
				advice:
					"The API key may lack a scope. The service's own documentation says which one this call needs; known ones are messages:send, instances:read, instances:write, chats:read, contacts:read, groups:read, groups:write, webhooks:manage. Give the key the one that is missing.",
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
	notFound: (facts) => ({
		reason: 'refused',
		title: `The service answered "not found" for ${instanceOf(facts)} ${of(facts)}`,
		advice:
			'Check the parameter "Instance", and that a storage reference comes from the same instance. If every call fails like this, check the credential\'s "Base URL".' +
			(facts.kind === 'message' ? ' The recipient may be the reason, too.' : ''),
	}),
	conflict: (facts) => ({
		reason: 'refused',
		canTryAgain: true,
		title: `The request conflicts with the present state at the service ${of(facts)}`,
		advice: `Look at the state of ${instanceOf(facts)} at the service, and try again.`,
	}),
	tooLarge: (facts) => ({
		reason: 'refused',
		...(facts.kind === 'upload'
			? {
					title: `The file is too large for the service ${of(facts)}`,
					advice: 'Send a smaller or more compressed file.',
				}
			: {
					title: `The message is too large for the service ${of(facts)}`,
					advice: 'Shorten the message, or add the option "Split Text".',
					model: { next: 'callAgain', how: 'with a shorter text' },
				}),
	}),
	typeRefused: (facts) => ({
		reason: 'refused',
		...(facts.kind === 'upload'
			? {
					title: `The service does not take files of this type ${of(facts)}`,
					advice: 'Convert the file. If n8n has the wrong type for it, set the option "MIME Type".',
				}
			: {
					title: `The service does not take this type of content ${of(facts)}`,
					advice: 'Choose another content type in "Content Type".',
				}),
	}),
	refused: (facts) => ({
		title: facts.isPage ? `A web page refuses ${nouns[facts.kind]} ${of(facts)}` : refusesIt(facts),
		advice: adviceOnRefusal(facts),
		...correction(facts),
	}),
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
	refusedInAnswer: (facts) => ({
		title:
			facts.kind === 'list'
				? `The service says that it failed ${of(facts)}`
				: `The service says that ${nouns[facts.kind]} failed ${of(facts)}`,
		advice:
			facts.kind === 'list'
				? askOperator
				: "The service took the request, and its answer says that it failed. Ask the service's operator before you send it again.",
	}),
	rateLimited: (facts) => ({
		canTryAgain: true,
		title: `The service is receiving too many requests ${of(facts)}`,
		// An ordinary limit fails no item.
		advice: tryLater + forItems(facts, 'The limit may be one for a whole day.'),
	}),
	unavailable: (facts) => ({
		reason: 'serviceFailed',
		canTryAgain: true,
		title: `The service is not available at the moment ${of(facts)}`,
		advice: tryLater,
	}),
	serviceFailed: (facts) => ({
		canTryAgain: true,
		title: `${serviceFailures[facts.status ?? 0] ?? 'The service failed while handling the request'} ${of(facts)}`,
		advice: askOperator,
	}),
	waitedTooLong: (facts) => ({
		reason: 'serviceFailed',
		canTryAgain: true,
		title: `The request took too long for the service ${of(facts)}`,
		advice:
			facts.kind === 'upload'
				? 'If this happens again, send a smaller file.'
				: 'The service, or something in front of it, stopped waiting.',
	}),
	webPage: (facts) => ({
		title: `A web page answered instead of the service ${of(facts)}`,
		advice: `${baseUrl} If it is right, a login, a firewall or maintenance may be in the way: ask the service's operator.`,
	}),
	pageRefused: (facts) => ({
		reason: 'webPage',
		title: `A firewall, a proxy or a login page refused the request ${of(facts)}`,
		advice:
			'Ask the service\'s operator to let requests from n8n through, and check the credential\'s "Base URL". The answer comes from something in front of the service, so the API key is not the reason.',
	}),
	redirected: (facts) => ({
		reason: 'notTheService',
		title: `The service redirects to ${facts.location ?? 'another address'} ${of(facts)}`,
		advice:
			(facts.newBaseUrl
				? `Enter ${facts.newBaseUrl} in the credential's "Base URL".`
				: 'Enter the final address in the credential\'s "Base URL".') +
			' The node does not follow redirects, because the other address would get the API key.',
	}),
	noStorageRef: () => ({
		reason: 'notTheService',
		title: 'The service accepted the file but returned no storageRef',
		advice:
			'Check the credential\'s "Base URL", and ask the service\'s operator. Without a storageRef the file cannot be sent.',
	}),
	noList: (facts) => ({
		reason: 'notTheService',
		title: `${facts.host} returned no list of instances ${of(facts)}`,
		advice: baseUrl,
	}),
	answerTooLarge: (facts) => ({
		reason: 'notTheService',
		title: `The answer from ${facts.host} is larger than 16 MiB`,
		advice: 'Check the credential\'s "Base URL": this service sends no such answers.',
	}),
	timeout: (facts) => ({
		canTryAgain: true,
		title: `${facts.host} did not answer in time`,
		advice:
			'The service may be slow, or something on the way holds the request back.' +
			forItems(facts, timeoutOption),
	}),
	connectionBroke: (facts) => ({
		canTryAgain: true,
		title: `The connection to ${facts.host} broke before the answer`,
		advice:
			'If this happens again, a proxy or firewall on the way may be the reason: ask the person who runs n8n.',
	}),
	answerBrokeOff: () => ({
		reason: 'connectionBroke',
		canTryAgain: true,
		title: 'The service broke off in the middle of its answer',
		advice: askOperator,
	}),
	connectTimeout: (facts) => ({
		reason: 'unreachable',
		canTryAgain: true,
		title: `Connecting to ${facts.host} timed out`,
		advice: reachable + forItems(facts, timeoutOption),
	}),
	hostUnknown: (facts) => unreached(`The host name ${facts.host} is not known`, facts),
	connectionRefused: (facts) => unreached(`${facts.host} refused the connection`, facts),
	unreachable: (facts) => unreached(`${facts.host} cannot be reached over the network`, facts),
	noTls: (facts) => ({
		reason: 'unreachable',
		title: `${facts.host} answers without TLS`,
		advice:
			'The credential\'s "Base URL" may need another port: ask the service\'s operator. With http:// in front, anyone on the network can read the API key.',
	}),
	certificate: (facts) => ({
		reason: 'unreachable',
		title: `No secure connection to ${facts.host} can be made`,
		advice: facts.ignoresCertificates
			? 'The certificate is not the reason: "Ignore SSL Issues (Insecure)" is on. The service may have only an old version of TLS, or want a certificate of n8n, which this node does not have. Ask its operator.'
			: 'Its certificate may not be trusted, or belong to another address. For a certificate of your own, switch on "Ignore SSL Issues (Insecure)" in the credential. For any other, ask the service\'s operator.',
	}),
	addressNotAllowed: (facts) => ({
		reason: 'unreachable',
		title: `n8n does not allow requests to ${facts.host}`,
		advice:
			'Check the credential\'s "Base URL". If it is right, ask the person who runs n8n to allow it: n8n\'s egress policy protects internal addresses.',
	}),
	proxyUnreachable: (facts) => ({
		reason: 'unreachable',
		canTryAgain: true,
		title: `The proxy from ${facts.proxyVariable} cannot be reached`,
		advice: askForProxy,
	}),
	proxyRefused: (facts) => ({
		reason: 'unreachable',
		title: `The proxy from ${facts.proxyVariable} did not let the connection to ${facts.host} through`,
		advice: askForProxy,
	}),
	proxyAddress: (facts) => ({
		reason: 'unreachable',
		title: `The environment variable ${facts.proxyVariable} is not a usable proxy address`,
		advice: `It needs an address like http://proxy.example.com:3128. Ask the person who runs n8n to correct it, or to name ${facts.host} in NO_PROXY.`,
	}),
	fileUnreadable: () => ({
		reason: 'fileMissing',
		title: "The file could not be read from n8n's storage",
		advice: 'Run the node that creates it again: the file may have been removed.',
	}),
	stoppedBeforeAnswer: ({ stopped = 'canceled' }) => ({
		reason: 'stopped',
		title: `${whatStopped[stopped]} before the service answered`,
		advice:
			afterStop[stopped] ??
			'A new execution sends all items again that have no Send Once Key: leave out those that were sent.',
	}),
} satisfies Record<string, (facts: RequestFacts) => Words>;

export type NameOfRefusal = keyof typeof table;

/** By name. All have the same facts. */
export const refusals: Record<NameOfRefusal, (facts: RequestFacts) => Words> = table;
