import { parse } from 'secure-json-parse';

/**
 * Parses JSON from outside and drops the fields that would change an object's prototype.
 * @throws SyntaxError with the parser's words if the text is not JSON
 */
export function parseJson(text: string): unknown {
	return parse(text, { protoAction: 'remove', constructorAction: 'remove' });
}
