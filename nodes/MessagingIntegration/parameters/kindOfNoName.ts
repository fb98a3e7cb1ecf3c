// Tests: test/engine/filesAsTheyCome.test.ts
import { webAddressOf } from '../service/webAddressOf';
import type { NoName } from '../words/input';

/** Whether a text is the content of a file, perhaps only its beginning. */
const isContent = (text: string) =>
	/^data:[\w/+.-]*[;,]/i.test(text) || /^[\w+/=\r\n-]{200,}$/.test(text.slice(0, 1000));

/** What a text is that stands where the name of a field with a file is wanted, or an address. Undefined if it can be one. */
export function kindOfNoName(text: string): NoName | undefined {
	const given = text.trim();
	if (isContent(given)) return 'content';
	return webAddressOf(given) === undefined ? undefined : 'address';
}
