/** The words that say no more than a status does. A text is general if it has no others. */
const generalWords = new Set(
	[
		'a an and are at be been by can cannot could did does for from had has have in is it its not of on or our out the',
		'there this to was we were with you your',
		'access again allowed api argument arguments axios bad body call check client code conflict content data denied detail',
		'details entity err error errors exception exceptions exists fail failed failure false fatal forbidden',
		'found gateway general given http https info input inputs internal invalid large later long malformed many media',
		'message messages method missing more none null oauth occured occurred ok one operation param parameter parameters',
		'params payload permitted please precondition problem process processed processing properly proxy read remote',
		'request requests resource response result route see send sending sent server service services something status',
		'success temporarily time timed timeout too true try trying type unable unauthenticated unauthorised unauthorized',
		'unavailable undefined unexpected unhandled unknown unprocessable unsupported url valid validate validation value',
		'values warning went wrong',
	].flatMap((line) => line.split(' ')),
);

/** Whether a text, such as "Bad Request", says no more than a status does. */
export function isGeneral(text: string): boolean {
	// Cloudflare says by the number alone what it refuses.
	if (/^error code: \d+$/.test(text)) return false;
	const words = text
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.toLowerCase()
		.match(/\p{L}+/gu);
	return (words ?? []).every((word) => generalWords.has(word));
}
