import { getProperty } from 'dot-prop';

import type { Body } from './body';
import { quoted } from './failure';

/** The reference does not show where an error has its code and its words, so these places are tried in order. */
const codePlaces = ['code', 'error.code', 'error', 'errors[0].code', 'type'];
const wordPlaces = ['', 'error.', 'errors[0].'].flatMap((holder) =>
	['message', 'detail', 'details', 'description', 'title', 'reason'].map((name) => holder + name),
);

function valuesAt(places: string[], value: unknown): unknown[] {
	return places.map((place): unknown => getProperty(value, place));
}

const longestCode = 64;

const codeSpelling = '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+';
const spelled = new RegExp(`^${codeSpelling}$`);

/** Accepts only a single short word: a sentence is not a code. */
function asCode(value: unknown): string | undefined {
	const code = typeof value === 'number' ? String(value) : value;
	return typeof code === 'string' && code.length <= longestCode && /^[\w.:-]+$/.test(code)
		? code
		: undefined;
}

/** The code of an error. One in the service's own spelling says more than a number or a status name next to it. */
export function errorCode(body: Body): string | undefined {
	if (body.kind === 'empty') return undefined;
	if (body.kind !== 'json') {
		return new RegExp(`\\b${codeSpelling}\\b`).exec(body.value)?.[0] ?? asCode(body.value.trim());
	}
	const codes = [...valuesAt(codePlaces, body.value), body.value].map(asCode);
	const others = valuesAt(['errors[0]', 'message'], body.value).map(asCode);
	return [...codes, ...others].find((code) => code && spelled.test(code)) ?? codes.find(Boolean);
}

/** Some services send a list of sentences. */
function asWords(value: unknown): string {
	const sentences: unknown[] = Array.isArray(value) ? value : [value];
	return sentences.filter((sentence) => typeof sentence === 'string').join(' ');
}

/** Shows any other value as JSON. JSON.stringify fails if the value is nested too deeply. */
function asJson(value: unknown): string {
	try {
		const json = JSON.stringify(value);
		return json === '{}' || json === '[]' ? '' : json;
	} catch {
		return '';
	}
}

/** Without the `<`, a page of unfinished titles would block n8n for minutes. */
const title = /<title[^<>]*>([^<]+)/i;

/** The service's own words about an error, ready to be quoted; undefined or empty if it says nothing. */
export function errorWords(body: Body): string | undefined {
	if (body.kind === 'empty') return undefined;
	if (body.kind === 'page') return quoted(title.exec(body.value)?.[1] ?? 'an HTML page');
	if (body.kind === 'text') return quoted(body.value);
	const { value } = body;
	const places = [...valuesAt([...wordPlaces, 'error', 'errors'], value), value];
	return quoted(places.map(asWords).find((words) => words.trim() !== '') ?? asJson(value));
}
