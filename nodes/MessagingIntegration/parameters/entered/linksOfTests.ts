import { isConstant } from '../../n8n/parameters';
import { isOnThisMachine } from '../../n8n/resumeLink';
import { hint } from '../../service/request';
import { quoted } from '../../service/sentences';
import { addressesIn } from '../addresses';
import type { Field } from './field';

/** Whether only n8n's own machine can open an address, or only while somebody tests in the editor. */
function isOfTest(address: string): boolean {
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
	return isOnThisMachine(address) || /\/(?:webhook|form|mcp)-test\//.test(address);
}

export function linksOfTests({ parameters, itemIndex, title, saved, value }: Field): void {
	if (typeof value !== 'string' || !/localhost|127\.|0\.0\.0\.0|::|-test\//i.test(value)) return;
	const found = addressesIn(value)
		.map(([start, end]) => value.slice(start, end))
		.find(isOfTest);
	if (found !== undefined)
		parameters.note(
			isConstant(saved) ? 'all' : itemIndex,
			hint('linkOfTest', title, quoted(new URL(found).origin)),
		);
}
