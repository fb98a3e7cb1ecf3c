import { parse } from 'secure-json-parse';

/**
 * JSON from outside, without the fields that would change an object's prototype.
 * @throws SyntaxError with the parser's words where it is no JSON
 */
export function parseJson(text: string): unknown {
	return parse(text, { protoAction: 'remove', constructorAction: 'remove' });
}
