/** Facts for each entry of the tables in words/, so that a page can show each sentence. The compiler demands all of them. */
import type { HintName, ofRun } from '../../../nodes/MessagingIntegration/words/hints';
import type {
	NameOfRefusal,
	RequestFacts,
} from '../../../nodes/MessagingIntegration/words/refusals';
import type { FactsOf, Name } from '../../../nodes/MessagingIntegration/words/why';

type AtLeastOne<Example> = [Example, ...Example[]];

const requestFacts: RequestFacts = {
	kind: 'message',
	effect: 'delivery',
	host: 'api.example.com',
	hostname: 'api.example.com',
	isThisMachine: false,
	isPage: false,
	instance: 'shop',
	contentType: 'text',
	scope: 'messages:send',
	proxyVariable: 'HTTPS_PROXY',
};

const upload = { kind: 'upload', effect: 'delivery' } as const;
const list = { kind: 'list', effect: 'read', instance: '', scope: 'instances:read' } as const;
const local = { host: 'localhost:8080', hostname: 'localhost', isThisMachine: true };
const numberNotRegistered = { words: '"The number is not registered."' };

const ofRequests: Record<NameOfRefusal, AtLeastOne<Partial<RequestFacts>>> = {
	keyRefused: [{ status: 401, words: '"The API key is missing or not known."' }],
	missingScope: [
		{ status: 403 },
		{ status: 403, words: '"The API key lacks the scope messages:send."' },
		{ status: 403, scope: '', ...upload },
		{ status: 403, ...list },
	],
	notFound: [{ status: 404 }, { status: 404, ...upload }],
	conflict: [{ status: 409 }],
	tooLarge: [{ status: 413 }, { status: 413, ...upload }],
	typeRefused: [{ status: 415 }, { status: 415, ...upload }],
	refused: [
		{ status: 400, ...numberNotRegistered },
		{ status: 402 },
		{ status: 403, words: '"This number has blocked you."' },
		{ status: 405 },
		{ status: 400, ...upload },
		{ status: 400, isPage: true, words: '"Bad Request"' },
	],
	notSupported: [
		{ status: 422, contentType: 'poll', words: '"The engine basic does not support poll."' },
		{ status: 422, kind: 'indication' },
	],
	refusedInAnswer: [
		{ status: 200, ...numberNotRegistered },
		{ status: 200, ...list },
	],
	rateLimited: [
		{ status: 429, pause: 900_000 },
		{ status: 429, ...list },
	],
	unavailable: [{ status: 503, pause: 45_000 }],
	serviceFailed: [{ status: 500 }, { status: 502 }, { status: 504 }],
	waitedTooLong: [{ status: 408 }, { status: 408, ...upload }],
	webPage: [{ status: 200, isPage: true, words: '"Log in"' }],
	pageRefused: [{ status: 403, isPage: true, words: '"Attention Required"' }],
	redirected: [
		{
			status: 301,
			location: 'https://www.example.com/api/v1/instances/shop/messages',
			newBaseUrl: 'https://www.example.com',
		},
		{ status: 302 },
	],
	noStorageRef: [{ status: 200, ...upload }],
	noList: [{ status: 404, ...list }],
	answerTooLarge: [upload, list],
	timeout: [{}, list],
	connectionBroke: [{ said: { by: 'network', words: 'read ECONNRESET' } }],
	answerBrokeOff: [upload],
	connectTimeout: [{}],
	hostUnknown: [{ said: { by: 'network', words: 'getaddrinfo ENOTFOUND api.example.com' } }],
	connectionRefused: [{}, local],
	unreachable: [{}],
	noTls: [{}],
	certificate: [
		{ said: { by: 'network', words: 'self-signed certificate' } },
		{ ignoresCertificates: true },
	],
	addressNotAllowed: [local],
	proxyUnreachable: [{}],
	proxyRefused: [{}],
	proxyAddress: [{}],
	fileUnreadable: [{ ...upload, said: { by: 'n8n', words: 'File not found' } }],
	stoppedBeforeAnswer: [
		{ stopped: 'canceled' },
		{ stopped: 'processEnds' },
		{ stopped: 'workflowTimeout' },
	],
};

/** By name: the facts of requests are complete. */
const completeOfRequests = Object.fromEntries(
	Object.entries(ofRequests).map(([name, all]) => [
		name,
		all.map((facts) => [{ ...requestFacts, ...facts }]),
	]),
) as { [Of in NameOfRefusal]: AtLeastOne<FactsOf<Of>> };

/** Of an entry without facts. */
const one: AtLeastOne<[]> = [[]];

const to = { is: 'parameter', label: 'To' } as const;
const text = { is: 'parameter', label: 'Text' } as const;
const message = { is: 'parameter', label: 'Message' } as const;
const typed = '0171 1234567';
const label = { label: 'Size', at: 1 };
const noLabel = { label: '', at: 1 };
const call = { tool: ['To', 'Text'] };
const ofReview = { tool: ['To', 'Text'], review: [] };
const said = 'database is locked';
const fileField = 'Input Data Field Name(s)';
const shown = '2030-01-02 08:00 (Europe/Berlin)';

const others: { [Of in Exclude<Name, NameOfRefusal>]: AtLeastOne<FactsOf<Of>> } = {
	// doubts
	inDoubtFromEarlierRun: one,
	earlierRunLost: one,
	retriedBefore: [[{ execution: '12' }], [{ isSentAgain: true }]],
	keyInDoubt: [[{ state: 'goingOn' }], [{ state: 'left' }]],
	changedInTheMiddle: one,
	keyConflict: [[{ item: 3 }]],
	quietHours: [[{ sendAfter: '2030-01-02T07:00:00.000Z', shown }]],
	givenUp: [[{ pause: 300_000 }]],
	keyNotLookedUp: [[{ said }]],
	keyNotRecorded: [[{ said }]],
	retryNotRecorded: [[{ said }]],
	stopped: [
		[{ why: 'canceled' }],
		[{ why: 'processEnds' }],
		[{ why: 'workflowTimeout' }],
		[{ why: 'workflowTimeout', cannotRetry: true }],
		[{ why: 'canceled', mayBeSent: true }],
	],
	stoppedWhileSentElsewhere: [[{ why: 'canceled' }], [{ why: 'processEnds' }]],
	unexpected: [[{ said: 'x is not a function' }], [{}]],
	notEvaluated: [[{ field: text, said: 'invalid syntax' }]],
	// recipients
	recipientEmpty: one,
	recipientOfListEmpty: [[{ entry: 2, count: 3 }]],
	countryCodeMissing: [[{ typed }]],
	countryEmpty: [[{ typed }]],
	numberNotPossible: [[{ typed: '+49 171 12' }], [{ typed: '12', isId: true }]],
	noNumber: [[{ typed: 'Ada' }]],
	numberWithWords: [[{ typed: '+49 171 1234567 or 0171 7654321' }]],
	noNumberIn: [[{ typed: '0171 12', country: 'Germany' }]],
	noNumberBehind: [[{ typed: '49171 12', code: '49' }]],
	notOneNumber: [
		[{ typed: '030 123456/57', takesSeveral: false }],
		[{ typed: '030 123456/57', takesSeveral: true }],
	],
	severalRecipients: [
		[{ typed: '491711234567,491717654321', takesSeveral: false }],
		[{ typed: '491711234567 491717654321', takesSeveral: true }],
	],
	recipientTooLong: one,
	twoNumbers: [
		[{ typed: '4989123456', country: 'Germany', to: '4989123456', other: '494989123456' }],
	],
	twoNumbersInItaly: [[{ typed: '+39 (0)345 1234567' }]],
	twoCountryCodes: [[{ typed: '+49+49171 1234567' }]],
	countryCodeTwice: [[{ typed: '+4949171 1234567', once: '+491711234567' }]],
	plusAndZero: [[{ typed: '+0171 1234567', country: 'Germany' }]],
	numberIsDate: [[{ typed: '25.12.2026' }]],
	numberShortened: [[{ typed: '4.91711E+11' }]],
	numberGrouped: [[{ typed: '491,711,234,567' }]],
	recipientIsObject: [[{ isList: false, meant: ['$json.phone', '.value'] }], [{ isList: true }]],
	recipientTwice: one,
	defaultCountryUnknown: [[{ given: 'Germany' }]],
	// any field
	bracesInFixedField: [[{ field: text, words: '{{ $json.name }}' }]],
	bracesNotClosed: [[{ field: text, words: '{{ $json.name }' }]],
	readsNothing: [[{ field: text, words: '{{ name }}', name: 'name' }]],
	numberLostDigits: [[{ field: to, code: '{{ $json.phone }}', given: 2 ** 60 }]],
	textLostDigits: [[{ text: 'recipient' }]],
	notText: [
		[{ text: 'recipient', got: { is: 'list', count: 2 } }],
		[{ text: 'recipient', got: { is: 'object' } }],
		[{ text: 'instance', got: { is: 'emptyList' } }],
		[{ text: 'mediaUrl', got: { is: 'date' } }],
		[{ text: { option: 'File Name' }, got: { is: 'value', value: 'true' } }],
		[{ text: { part: 'option', of: label }, got: { is: 'object' } }],
		[{ text: { part: 'label', of: noLabel }, got: { is: 'object' } }],
	],
	notAChoice: [
		[
			{
				field: { is: 'parameter', label: 'Content Type' },
				given: 'picture',
				values: ['text', 'image'],
			},
		],
		[
			{
				field: { is: 'option', label: 'Markdown' },
				given: '',
				values: ['asIs', 'chat', 'plain'],
			},
		],
	],
	textEmpty: [
		[{ text: 'text' }],
		[{ text: 'message' }],
		[{ text: 'mediaUrl' }],
		[{ text: 'storageReference' }],
		[{ text: 'sendOnceKey' }],
	],
	partEmpty: [
		[
			{
				meaning: 'recipient',
				field: to,
				code: '{{ $json.countryCode }}',
				fields: { names: ['"phone"', '"name"'], more: 0 },
			},
		],
	],
	allEmpty: [
		[
			{
				meaning: 'recipient',
				field: to,
				code: '{{ $json.phne }}',
				fields: { names: ['"phone"', '"name"'], more: 0 },
			},
		],
		[
			{
				meaning: 'text',
				field: { is: 'parameter', label: 'Text' },
				code: '{{ $json.nmae }}',
				fields: { names: ['"name"'], more: 0 },
			},
		],
		[
			{
				meaning: 'sendOnceKey',
				field: { is: 'option', label: 'Send Once Key' },
				code: '{{ $json.order }}',
				fields: { names: [], more: 0 },
			},
		],
		[
			{
				meaning: 'instance',
				field: { is: 'parameter', label: 'Instance' },
				code: '{{ $json.account }}',
				fields: { names: ['"a"', '"b"'], more: 12 },
			},
		],
	],
	saysNoValue: [
		[{ field: text, code: '{{ "Hello " + $json.nmae }}', said: 'undefined' }],
		[{ field: text, code: '{{ $json.price }}', said: '#REF!' }],
	],
	textIsObject: [[{ field: text, code: '{{ $json.order }}' }]],
	textIsWrongDate: [[{ field: text, code: '{{ $json.date.toDate() }}' }]],
	objectJoined: [[{ field: message, code: '{{ "Order " + $json.order }}' }]],
	// instances
	noInstanceChosen: one,
	instanceUnusable: one,
	severalInstances: [
		[{ count: 2, first: ['Shop: 12', 'Support: 13'], more: 0 }],
		[{ count: 7, first: ['Shop: 12', 'Support: 13', 'c: 14', 'd: 15', 'e: 16'], more: 2 }],
	],
	accountWithoutInstance: one,
	instancesWithoutIds: one,
	// contents
	mediaUrlIsFile: one,
	mediaUrlIsList: [[{ count: 2 }]],
	mediaUrlIsObject: one,
	noWebAddress: [[{ is: undefined }], [{ is: 'content' }]],
	severalAddresses: one,
	addressBeginsTwice: one,
	contentIsRequest: one,
	contentOfOtherType: [[{ says: '"list"', chosen: 'poll' }]],
	additionalContentReplaces: [[{ name: 'text' }]],
	jsonInvalid: [[{ json: 'content', said: 'Unexpected token h in JSON at position 2' }]],
	jsonNoObject: [[{ json: 'additionalContent' }]],
	jsonLostDigits: [[{ json: 'body' }]],
	fieldLostDigits: [[{ name: 'id', isNumber: true, of: 'Content' }]],
	fieldWithoutValue: [[{ name: 'latitude', type: 'number', of: 'Content' }]],
	fieldOfOtherType: [
		[{ name: 'latitude', type: 'number', of: 'Content' }],
		[{ name: 'options', type: 'array', of: 'Content' }],
	],
	fieldWithoutName: [[{ of: 'Content' }]],
	fieldNameUnusable: [[{ name: 'a..b', of: 'Content' }]],
	fieldsReplaceEachOther: [[{ one: 'place', other: 'place.latitude', of: 'Content' }]],
	contentEmpty: [[{ type: 'poll' }]],
	// files
	noName: [[{ field: fileField, is: 'content' }], [{ field: fileField, is: 'address' }]],
	noFile: [
		[{ field: fileField, problem: 'none', there: [], canSkip: true }],
		[
			{
				field: fileField,
				problem: { noSuchField: 'photo' },
				there: ['Pictures_0', 'Pictures_1'],
				all: 'Pictures*',
				canSkip: true,
			},
		],
		[{ field: fileField, problem: 'withoutContent', there: ['data'], canSkip: true }],
		[{ field: fileField, problem: 'notOfExecution', there: ['data'], canSkip: true }],
		[{ field: fileField, problem: 'aboutFiles', there: ['data'], canSkip: true }],
		[{ field: fileField, problem: 'neither', there: ['data'], canSkip: true }],
		[{ field: 'Attach File', problem: 'empty', there: [], canSkip: false }],
	],
	filesOfSeveralFields: [[{ field: fileField, there: ['Front', 'Back'] }]],
	fileWithoutContent: [[{ name: 'data' }]],
	fileOnlyDescribed: [[{ fileName: 'photo.png' }]],
	neitherFileNorCaption: one,
	fileOfDryRun: one,
	fileEmpty: [[{ name: 'Picture', canSkip: true }], [{ name: '', canSkip: false }]],
	severalFilesAttached: one,
	// options
	numberUnusable: [
		[{ option: 'Timeout', isWhole: false }],
		[{ option: 'Messages at Once', isWhole: true, least: 1, most: 128 }],
		[{ option: 'Fail if More Than', isWhole: true, least: 0 }],
	],
	pauseUnusable: [[{ most: 86_400 }]],
	quietHoursUnusable: one,
	splitUnusable: one,
	limitWaitTimeUnusable: one,
	limitUnusable: one,
	mimeTypeUnusable: [[{ given: 'picture' }]],
	pageLanguageUnknown: [[{ given: 'German' }]],
	onlyMessagesCount: one,
	noCustomApiCall: one,
	noOperation: [[{ operation: 'delete', resource: 'message' }]],
	// questions
	oneQuestionAtATime: one,
	toolCannotWait: one,
	n8nCannotWait: one,
	objectNotShown: [[{ code: '{{ $json.order }}' }]],
	choicesUnusable: one,
	buttonsAlike: one,
	formWithoutFields: one,
	formTypeUnusable: [
		[{ type: 'html', of: label, known: ['text', 'number'] }],
		[{ type: 'password', of: label, known: ['text', 'number'] }],
		[{ type: 'colour', of: noLabel, known: ['text', 'number'] }],
	],
	formFieldWithoutLabel: [[{ at: 1 }]],
	formNameUnusable: [[{ name: '__proto__' }]],
	formNameTwice: [[{ name: 'Size' }]],
	formOptionsUnusable: [[{ of: label, longest: 10_000 }]],
	formDefaultUnusable: [
		[{ value: 'XL', of: label, why: 'Please choose one of the options.' }],
		[{ value: 'S, M', of: label, why: 2 }],
	],
	formFileTypeUnusable: [[{ type: 'pictures', of: label }]],
	formLimitsUnusable: [[{ of: label, most: 3 }]],
	formTooLarge: [[{ entries: 1000 }]],
	messageLacksPart: [[{ code: '{{ $tool.parameters.To }}' }]],
	// lists and calls
	tooManyMessages: [
		[{ messages: 1200, people: 1200, most: 100, earlier: 0, mayHaveSent: false }],
		[{ messages: 1, people: 1, most: 5, earlier: 5, mayHaveSent: true }],
	],
	argumentsNotTaken: [[{ names: ['subject'], call }], [{ names: ['subject'], call: ofReview }]],
	saidUnknown: one,
	callUnknown: one,
	itemUnknownInBatch: one,
	itemUnknown: [[{ parameter: 'to' }]],
	reviewedUnknown: [[{ call: ofReview }], [{}]],
	argumentsUnknown: [[{ call: ofReview }]],
	// the credential
	credentialHasBraces: [[{ field: 'API Key' }], [{ field: 'Base URL' }]],
	baseUrlEmpty: one,
	baseUrlNoAddress: one,
	baseUrlHasLogin: one,
	baseUrlHasQuery: one,
	baseUrlHasEmptyPart: one,
	baseUrlNotEncrypted: one,
	keyEmpty: one,
	keyHasLines: one,
	keyHasHeader: [[{ begin: 'Bearer' }]],
	keyHasSigns: one,
	keyIsLogin: one,
	switchUnusable: [[{ label: 'Allow HTTP' }]],
	authenticationUnknown: one,
	testThroughProxy: [[{ variable: 'HTTP_PROXY', hostname: 'localhost' }]],
};

export const examples: { [Of in Name]: AtLeastOne<FactsOf<Of>> } = {
	...completeOfRequests,
	...others,
};

/** Hints about items: how often each was noted, and what it is about. */
export const hintsOfItems: Record<HintName, AtLeastOne<{ times: number; about?: string }>> = {
	delivered: [{ times: 1 }, { times: 40 }],
	skipped: [{ times: 1 }, { times: 12 }],
	noFile: [{ times: 1 }, { times: 3 }],
	captionAsText: [{ times: 1 }, { times: 3 }],
	otherFiles: [{ times: 1, about: 'Photo' }],
	untyped: [{ times: 1 }, { times: 3 }],
	answerLost: [{ times: 1 }, { times: 3 }],
	otherType: [{ times: 1 }, { times: 3 }],
};

const counts = { sent: 2, skipped: 0, noFile: 0, counted: 0, dryRun: 0, notSent: 1, inDoubt: 1 };
const first = { count: 3, first: 6 };

export const hintsOfRun: {
	[Of in keyof typeof ofRun]: AtLeastOne<Parameters<(typeof ofRun)[Of]>>;
} = {
	slowedDown: [[{ isCertain: true }], [{ isCertain: false }]],
	repeated: [[{ isCertain: true }]],
	paused: [[{ pauses: 1, duration: 9000 }], [{ pauses: 59, duration: 600_000 }]],
	failedItems: [
		[{ counts, noun: 'item', isSeparate: true }],
		[{ counts, noun: 'message', isSeparate: false }],
	],
	dryRun: [[{ noun: 'message', goes: 1996, skips: 12 }], [{ noun: 'upload', goes: 1, skips: 0 }]],
	equalMessages: [[{ count: 5, first: 0 }]],
	signsOfMarkdown: [[first]],
	typedN: [[first]],
	notAllAsked: [
		[
			{
				failed: [
					{ to: '491711234567', isInDoubt: false, why: 'The service refuses this message (400)' },
					{ to: '491717654321', isInDoubt: true, why: 'api.example.com did not answer in time' },
				],
				all: 3,
			},
		],
	],
	linkToThisMachine: one,
	linkInFolder: one,
};
