/** Names with special characters, names that objects have anyway, and names that n8n or its engines use. */
export const trickyNames = [
	...`
		a to name _id class this globalThis json length 0 01 -1 1e3 a.b $ $json $if( x.isEmpty() {{
		}} // /* <!-- "].b[" constructor __proto__ prototype toString valueOf hasOwnProperty toJSON
		then isProxy isLuxonDateTime __sanitize ___n8n_data __isProxy __path __isError __isObject
		__keys __value __n8nType __data binding mainModule _load _linkedBinding caller callee
		arguments defineProperty getPrototypeOf map at first values keys size ts invalid
		my.constructor default new global window process require module Buffer Function eval self
		extend undefined async await let
	`
		.trim()
		.split(/\s+/),
	...['', 'first name', "it's", 'say "hi"', 'both \'"', '`', 'größe', '名前', '😀', 'tab\t'],
	...['line\n', 'a\\b', ' ', '\u2028', 'Price (USD)', '\u00a0', '\ufeff'],
	...['constructor name'],
];
