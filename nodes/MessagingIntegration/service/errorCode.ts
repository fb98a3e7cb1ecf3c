import { getProperty } from 'dot-prop';

import type { Body } from './responseBody';

/** The reference does not show where an error has its code and its words, so these places are tried in order. */
const codePlaces = ['code', 'error.code', 'error', 'errors[0].code', 'type'];

function valuesAt(places: string[], value: unknown): unknown[] {
	return places.map((place): unknown => getProperty(value, place));
}

const longestCode = 64;

const codeSpelling = '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+';
const spelled = new RegExp(`^${codeSpelling}$`);

/** API reference, part 7, shows this code, but not its place. */
const documentedCode = /\bNOT_SUPPORTED_BY_ENGINE\b/;

/** Accepts only a single short word: a sentence is not a code, and neither is the "about:blank" of RFC 9457. */
function asCode(value: unknown): string | undefined {
	const code = typeof value === 'number' ? String(value) : value;
	return typeof code === 'string' && code.length <= longestCode && /^(?!about:)[\w.:-]+$/.test(code)
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
	const documented = documentedCode.exec(JSON.stringify(body.value))?.[0];
	return documented ?? codes.find((code) => code && spelled.test(code)) ?? codes.find(Boolean);
}
