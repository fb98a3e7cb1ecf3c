/** Jest's matchers have the type `any`; these do not. */
export const anyText: unknown = expect.any(String);

export function textWith(part: string): unknown {
	return expect.stringContaining(part);
}

export function textLike(pattern: RegExp): unknown {
	return expect.stringMatching(pattern);
}
