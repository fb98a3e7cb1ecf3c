/** The steps of what an expression reads: `.item.json["name"]`. */
const steps = String.raw`(?:\??\.[A-Za-z_$][\w$]*(?:\((?:\d*|\$itemIndex)\)|(?![\w$(]))|\[(?:"[^"\n]*"|'[^'\n]*'|\d+)\])`;

const anyNode = String.raw`\$\((?:"[^"\n]*"|'[^'\n]*')\)`;

/** How older workflows name a node: `$node["Form"].json.name`. In `$item(0).$node["Form"]`, it is that of another item. */
const namedNode = String.raw`(?<!\.)\$node(?:\[(?:"[^"\n]*"|'[^'\n]*')\]|\.[A-Za-z_]\w*)`;

/** What an expression reads: `$json.name`, `$('Form').item.json.name`. */
export const references = new RegExp(`(?:\\$(?:json|input)|${anyNode}|${namedNode})${steps}*`, 'g');

/** What n8n calls other values, which have no item. */
const ofRun = 'binary|env|execution|itemIndex|now|prevNode|runIndex|today|vars|workflow';

export const referencesOfRun = new RegExp(`\\$(?:${ofRun})\\b${steps}*`, 'g');

/** Texts in code. */
export const quotes = /(["'`])(?:\\[^]|(?!\1)[^\\])*\1/g;

/** Code without the texts in it. A template with code in it stays. */
export const withoutTexts = (code: string) =>
	code.replace(quotes, (text) => (text.includes('${') ? text : ''));

/** What JavaScript calls: `DateTime.now().toISODate()`, `new Date()`. */
const call = String.raw`\b(?:(?:DateTime|Date|JSON|Math)\.[a-z]\w*|new Date)\([^()\n]{0,40}\)(?:\.[a-z]\w*\([^()\n]{0,40}\))*`;

/** Code that stands in a text as words. jQuery has `$("name")` as well. */
export const code = new RegExp(
	`(?:\\$(?:json|input|${ofRun})|${anyNode}(?=\\.(?:item|itemMatching|first|last|all)\\b)|${namedNode})${steps}+|\\$(?:itemIndex|now|runIndex|today)\\b|${call}`,
);
