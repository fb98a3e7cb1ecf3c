import { isObject, type Json } from './json';
import type { Body } from './responseBody';

/**
 * Whether an answer with a status below 300 says that the service did not do what it was asked. The reference does not
 * show such answers, but many services give them.
 */

const saysNo =
	/^(?:err(?:or)?|errored|exception|fail(?:ed|ure)?|fatal|ko|nok|not[ _-]?sent|refused|rejected|undeliver(?:able|ed)|unsuccessful)\b/i;

/** Values of fields such as `error` that say that there is none. */
const saysNone = /^(?:|0+|false|no|none|null|nil|n\/a|ok|okay|no[ _-]?errors?|success(?:ful)?)$/i;

const simpleName = (name: string) => name.toLowerCase().replace(/[_-]/g, '');

/** Names of fields that are true if all went well. */
const success = new Set([
	'success',
	'successful',
	'succeeded',
	'issuccess',
	'issuccessful',
	'ok',
	'sent',
	'status',
	'state',
	'result',
	'type',
	'accepted',
]);
/** Those of which 0 means no as well. In others it can be a count, or a code for success. */
const zeroIsNo = new Set(['success', 'ok']);
/** Those that can count messages. */
const counts = new Set(['accepted', 'sent', 'succeeded', 'success', 'successful']);
/** Names of fields that are true if something went wrong. */
const failure = new Set([
	'failed',
	'failure',
	'rejected',
	'failedcount',
	'invalidnumbers',
	'haserror',
	'haserrors',
	'iserror',
	'isfailed',
	'issendfailure',
]);
const errors = new Set([
	'error',
	'errors',
	'errormessage',
	'errormsg',
	'errortext',
	'errordescription',
	'errmsg',
	'exception',
]);
const codes = new Set(['code', 'statuscode', 'httpcode', 'httpstatus', 'status', 'errorcode']);

/** What a service calls a message that it took over. Ids of requests, instances and traces are none. */
const ids =
	/^(?:ids?|ref|reference|sid|ticket|u?uid|guid|storageref|(?:delivery|file|job|media|message|msg|queue|sms|task)s?(?:ids?|sid|uuid))$/;

const isEmpty = (value: unknown): boolean => {
	if (typeof value === 'string') return saysNone.test(value.trim());
	if (typeof value !== 'object' || value === null) return !value;
	return Object.values(value).every(isEmpty);
};

/** In a list that was asked for, this is the state of an instance. */
const states = new Set(['status', 'state', 'result', 'type']);

/** Infobip, BulkSMS and others: `{ "groupName": "REJECTED", … }`. */
const namesOfState = ['groupName', 'name', 'type', 'state'];

function isNo(name: string, value: unknown): boolean {
	if (isObject(value) && states.has(name))
		return namesOfState.some((part) => typeof value[part] === 'string' && isNo(name, value[part]));
	if (value === false || (value === 0 && zeroIsNo.has(name))) return true;
	return typeof value === 'string' && (/^false$/i.test(value.trim()) || saysNo.test(value.trim()));
}

/** Codes are those of HTTP. Higher ones have other meanings, such as an id, so they need another sign. */
function isErrorCode(value: unknown, hasId: boolean): boolean {
	const code = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
	return typeof code === 'number' && code >= 400 && (code < 600 || !hasId);
}

/** How many, as a number or as a list: `{ "sent": [], "failed": ["12025554567"] }`. */
const countOf = (value: unknown): number =>
	Array.isArray(value)
		? value.filter((one) => !isEmpty(one)).length
		: typeof value === 'number'
			? value
			: 0;

/** Whether a field says that all went well, or counts what was sent. */
const saysSuccess = (fields: Array<[name: string, value: unknown]>) =>
	fields.some(
		([name, value]) =>
			(value === true && success.has(name)) ||
			(typeof value === 'number' && value > 0 && counts.has(name)) ||
			(typeof value === 'string' &&
				/^(?:accepted|ok|queued|sent|success(?:ful(?:ly)?)?)\b/i.test(value)),
	);

/** Whether something with an id stands beside an error: a message, or the entries of a list. */
const isIdentified = ([name, value]: [name: string, value: unknown]) =>
	(ids.test(name) && !isEmpty(value)) ||
	(Array.isArray(value) &&
		!errors.has(name) &&
		value.some((entry) => isObject(entry) && 'id' in entry));

/** Where an object stands: it is the answer, it is about its message, or it is an entry of the list that was asked for. */
type Place = 'answer' | 'message' | 'list';

const fieldsOf = (value: Json) =>
	Object.entries(value).map(([name, entry]): [string, unknown] => [simpleName(name), entry]);

/** Whether an object says that all went well, or has the ID of a message. */
const isGood = (fields: Array<[string, unknown]>) =>
	saysSuccess(fields) ||
	fields.some(isIdentified) ||
	fields.some(([name, value]) => counts.has(name) && Array.isArray(value) && !isEmpty(value));

/** @param isFine whether an object around it is good, or a list was asked for: its counts and codes are those of instances */
function objectSaysSo(value: Json, place: Place, isFine = false): boolean {
	const fields = fieldsOf(value);
	const hasId = fields.some(isIdentified);
	return fields.some(([name, entry]) => {
		if (success.has(name) && !(place === 'list' && states.has(name)) && isNo(name, entry))
			return true;
		if (failure.has(name) && (entry === true || entry === 'true')) return true;
		// As a count of this one message: `{ "sent": 0, "failed": 1 }`.
		if (failure.has(name) && countOf(entry) === 1) return !isFine && !isGood(fields);
		if (errors.has(name) && !isEmpty(entry)) return !hasId;
		if (!codes.has(name) || saysSuccess(fields)) return false;
		// A message can hold a code of its own.
		const isOfMessage = place === 'message' && !isFine && !hasId;
		return (place === 'answer' || isOfMessage) && isErrorCode(entry, hasId || isOfMessage);
	});
}

/** Fields in which services put what they would otherwise answer. */
const holders = new Set([
	'body',
	'data',
	'message',
	'messages',
	'payload',
	'response',
	'result',
	'results',
]);

/**
 * Looks into a list only if it has one entry: the node sends one message at a time.
 * @param entries what an entry is
 */
function valueSaysSo(
	value: unknown,
	place: Place,
	levels: number,
	entries: Place,
	isFine = false,
): boolean {
	if (Array.isArray(value)) {
		const [entry] = value as unknown[];
		const within = place === 'message' ? place : entries;
		const isOne = value.length === 1 && isObject(entry);
		return isOne && valueSaysSo(entry, within, levels, entries, isFine);
	}
	if (!isObject(value)) return false;
	if (objectSaysSo(value, place, isFine)) return true;
	if (levels === 0) return false;
	const isGoodHere = isFine || isGood(fieldsOf(value));
	return Object.entries(value).some(([name, entry]) => {
		const simple = simpleName(name);
		if (!holders.has(simple)) return false;
		const isOne = !Array.isArray(entry) || simple.startsWith('message');
		const within = isOne && place !== 'list' ? 'message' : entries;
		return valueSaysSo(entry, within, levels - 1, entries, isGoodHere);
	});
}

/** How deep an answer about one message may stand in others. */
const mostLevels = 2;

const textSaysSo = (text: string) =>
	/^[\s"'[({]*(?:err(?:or)?|exception|fail(?:ed|ure)?|fatal)\b/i.test(text);

/** Texts of XML elements with the names above. */
function xmlSaysSo(text: string): boolean {
	const fields = [...text.slice(0, 100_000).matchAll(/<([\w.-]{1,40})>([^<>]{1,1000})</g)].map(
		([, name = '', value = '']) => [name, value],
	);
	return objectSaysSo(Object.fromEntries(fields) as Json, 'answer');
}

/** @param isList whether a list was asked for */
export function saysItFailed(body: Body, isList = false): boolean {
	if (body.kind !== 'json' && body.kind !== 'text') return false;
	const { value } = body;
	if (value === false) return true;
	if (typeof value !== 'string')
		return valueSaysSo(value, 'answer', mostLevels, isList ? 'list' : 'message', isList);
	return /^\s*</.test(value) ? xmlSaysSo(value) : textSaysSo(value);
}
