import { isOnThisMachine } from '../../n8n/resumeLink';
import { hint } from '../../service/request';
import { quoted } from '../../service/sentences';
import { addressesIn } from '../addresses';
import { type Field, noteOn } from './field';

/** Whether only n8n's own machine can open an address, or only while somebody tests in the editor. */
function isOfTest(address: string): boolean {
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
	return isOnThisMachine(address) || /\/(?:webhook|form|mcp)-test\//.test(address);
}

export function linksOfTests(field: Field): void {
	const { title, value } = field;
	if (typeof value !== 'string' || !value.includes('://')) return;
	const found = addressesIn(value)
		.map(([start, end]) => value.slice(start, end))
		.find(isOfTest);
	if (found !== undefined) noteOn(field, hint('linkOfTest', title, quoted(new URL(found).origin)));
}
