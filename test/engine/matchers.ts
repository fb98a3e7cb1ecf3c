/** Jest types its matchers `any`; these are the ones used here, without it. */
export const anyText: unknown = expect.any(String);

export function textWith(part: string): unknown {
	return expect.stringContaining(part);
}

export function textLike(pattern: RegExp): unknown {
	return expect.stringMatching(pattern);
}
