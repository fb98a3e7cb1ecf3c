import { locatedBy, type Look } from '../../n8n/parameters';
import { brokenNumber, lostInJson } from './brokenNumber';
import { brokenField, brokenForService, brokenJson, brokenWords, object } from './brokenText';
import type { Rule } from './field';
import { linksOfTests } from './linksOfTests';
import { missingPart } from './missingPart';
import { emptyField, emptyPart, givenNothing, nothingFound, valueMissing } from './nothingGiven';
import {
	codeInWords,
	codeWithoutBraces,
	copiedEquals,
	fixedBraces,
	givenBraces,
} from './unevaluatedCode';
import {
	backslashN,
	countedTime,
	markup,
	nothingAsWord,
	percentCodes,
	rawValue,
	signsOfMarkdown,
} from './writtenByPrograms';

/**
 * Every value that a person entered is looked at here when it is read: what was typed, what an expression gave, and which
 * part of it gave what. `rules` says which kind of field has which rules, and `kinds` which kind a field is.
 */

/**
 * `identity`: it means something else if a part of it is missing. `prose`: people read it in a chat. `question`: the same,
 * but an object in it is shown as its fields. `words`: people read it elsewhere, or the service does. `fields`, `json`:
 * fields that the service knows, entered one by one, or as JSON. `query`: the service reads it in an address. `file`: the
 * name of the field with a file. `other`: its own rule says all. `choice`: it cannot be an expression.
 */
type Kind =
	| 'identity'
	| 'prose'
	| 'question'
	| 'words'
	| 'fields'
	| 'json'
	| 'query'
	| 'file'
	| 'other'
	| 'choice';

/** Of everything that can be an expression. */
const ofExpressions: Rule[] = [fixedBraces, copiedEquals];

/** Of all words, wherever people read them. */
const inWords: Rule[] = [
	...ofExpressions,
	codeInWords,
	givenBraces,
	givenNothing,
	brokenWords,
	brokenNumber,
	emptyPart,
];

/** Of what people read in a chat, as it is. */
const inChat: Rule[] = [
	...[rawValue, countedTime, nothingAsWord, backslashN],
	...[percentCodes, linksOfTests, markup, signsOfMarkdown],
];

const rules: Record<Kind, Rule[]> = {
	identity: [...ofExpressions, codeWithoutBraces, givenNothing, missingPart],
	prose: [object, ...inWords, nothingFound, ...inChat],
	question: [...inWords, ...inChat],
	words: [...inWords, nothingFound],
	fields: [
		...[...ofExpressions, codeInWords, givenBraces, brokenField],
		...[brokenNumber, lostInJson, emptyPart, emptyField, valueMissing],
	],
	json: [...ofExpressions, brokenJson, lostInJson, emptyPart, nothingFound, valueMissing],
	query: [...ofExpressions, brokenForService, brokenNumber, emptyPart],
	file: [...ofExpressions, emptyPart],
	other: ofExpressions,
	choice: [],
};

/** By path. What is in a collection has the kind of the collection. */
const kinds: Record<string, Kind> = {
	resource: 'choice',
	operation: 'choice',
	to: 'identity',
	instanceId: 'identity',
	'options.sendOnceKey': 'identity',
	text: 'prose',
	caption: 'prose',
	message: 'question',
	mediaUrl: 'words',
	storageRef: 'words',
	binaryPropertyName: 'file',
	'options.attachFile': 'file',
	contentFields: 'fields',
	bodyFields: 'fields',
	'options.fileName': 'words',
	'options.mimeType': 'words',
	contentJson: 'json',
	bodyJson: 'json',
	jsonOutput: 'json',
	'options.additionalContent': 'json',
	approvalOptions: 'words',
	choices: 'words',
	formFields: 'words',
	'options.commentLabel': 'words',
	'options.messageButtonLabel': 'words',
	'options.queryParameters': 'query',
	'options.recordedText': 'words',
	'options.responseFormTitle': 'words',
	'options.responseFormDescription': 'words',
	'options.responseFormButtonLabel': 'words',
};

/** The fields in a parameter, each with what became of it. */
function* fieldsIn(
	path: string,
	saved: unknown,
	value: unknown,
): Generator<[string, string, unknown]> {
	if (typeof saved === 'string') yield [path, saved, value];
	if (typeof saved !== 'object' || saved === null) return;
	for (const [name, one] of Object.entries(saved)) {
		const given = (Object(value) as Record<string, unknown>)[name];
		const inside = Array.isArray(saved) ? path : `${path}.${name}`;
		yield* fieldsIn(inside, one, given);
	}
}

function rulesOf(path: string): Rule[] {
	const steps = path.split('.');
	const paths = steps.map((_, at) => steps.slice(0, steps.length - at).join('.'));
	const known = paths.find((one) => Object.hasOwn(kinds, one));
	return rules[known === undefined ? 'other' : (kinds[known] as Kind)];
}

/**
 * Looks at a parameter when it is read.
 * @param titleOf what people see of a field, as in: parameter "Text"
 */
export function lookAtEntered(titleOf: (path: string) => string): Look {
	const known = new Map<string, { title: string; all: Rule[] }>();
	return (parameters, itemIndex, name, value) => {
		const fields = fieldsIn(name, locatedBy(parameters.saved(name)), locatedBy(value));
		for (const [path, saved, given] of fields) {
			const { title, all } = known.get(path) ?? { title: titleOf(path), all: rulesOf(path) };
			known.set(path, { title, all });
			const field = { parameters, itemIndex, path, title, saved, value: given };
			for (const rule of all) rule(field);
		}
	};
}
