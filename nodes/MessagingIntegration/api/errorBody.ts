import type { Body } from './body';
import { quoted } from './quoted';

const longestCode = 64;

function field(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null
		? (value as Record<string, unknown>)[name]
		: undefined;
}

/** A code is one short word; a sentence is not. */
function asCode(value: unknown): string | undefined {
	const code = typeof value === 'number' ? String(value) : value;
	return typeof code === 'string' && code.length <= longestCode && /^[\w.:-]+$/.test(code)
		? code
		: undefined;
}

/** The places where a body may carry its code, in this order; the reference shows none of them. */
export function codeOf(body: Body): string | undefined {
	if (body.kind === 'empty') return undefined;
	if (body.kind === 'text') {
		return /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/.exec(body.value)?.[0] ?? asCode(body.value.trim());
	}
	const { value } = body;
	const error = field(value, 'error');
	const first = field(field(value, 'errors'), '0');
	return [field(value, 'code'), field(error, 'code'), error, field(first, 'code'), field(value, 'type'), value]
		.map(asCode)
		.find((code) => code !== undefined);
}

function isWords(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '';
}

/** The service's own words about an error, ready to be quoted; undefined where it says nothing. */
export function wordsOf(body: Body): string | undefined {
	if (body.kind === 'empty') return undefined;
	if (body.kind === 'text') {
		const isPage = /^\s*<(!doctype|html)/i.test(body.value);
		return quoted(isPage ? (/<title[^>]*>([^<]+)/i.exec(body.value)?.[1] ?? 'an HTML page') : body.value);
	}
	const { value } = body;
	const holders = [value, field(value, 'error'), field(field(value, 'errors'), '0')];
	const sentences = holders.flatMap((holder) => [
		holder,
		...['message', 'detail', 'details', 'description', 'title', 'reason'].map((name) => field(holder, name)),
	]);
	return quoted(sentences.find(isWords) ?? JSON.stringify(value));
}
