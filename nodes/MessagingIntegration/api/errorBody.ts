import type { Body } from './body';
import { quoted } from './failure';

const longestCode = 64;

const codeSpelling = '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+';
const spelled = new RegExp(`^${codeSpelling}$`);

function field(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)[name]
		: undefined;
}

/** Accepts only a single short word: a sentence is not a code. */
function asCode(value: unknown): string | undefined {
	const code = typeof value === 'number' ? String(value) : value;
	return typeof code === 'string' && code.length <= longestCode && /^[\w.:-]+$/.test(code)
		? code
		: undefined;
}

/** Finds the code of an error. The reference does not show where a body has it, so these places are tried in order. */
export function errorCode(body: Body): string | undefined {
	if (body.kind === 'empty') return undefined;
	if (body.kind !== 'json') {
		return new RegExp(`\\b${codeSpelling}\\b`).exec(body.value)?.[0] ?? asCode(body.value.trim());
	}
	const { value } = body;
	const error = field(value, 'error');
	const first = field(field(value, 'errors'), '0');
	const places = [
		field(value, 'code'),
		field(error, 'code'),
		error,
		field(first, 'code'),
		field(value, 'type'),
		value,
	];
	const codes = [...places, first, field(value, 'message')].map(asCode);
	// A code in the service's own spelling says more than a number or a status name next to it.
	return (
		codes.find((code) => code && spelled.test(code)) ?? codes.slice(0, places.length).find(Boolean)
	);
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
	const error = field(value, 'error');
	const errors = field(value, 'errors');
	const named = [value, error, field(errors, '0')].flatMap((holder) =>
		['message', 'detail', 'details', 'description', 'title', 'reason'].map((name) =>
			field(holder, name),
		),
	);
	const sentences = [...named, error, errors, value];
	return quoted(sentences.map(asWords).find((words) => words.trim() !== '') ?? asJson(value));
}
