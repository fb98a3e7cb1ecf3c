// Tests: test/unit/pageOfWords.test.ts, test/engine/checkedBeforeSending.test.ts
import { amount, listed, quoted, sentences } from './sentences';
import { type NextOfModel, type Table, withReason } from './Words';

/** What people enter. The titles name the field, and the advice says what to click or to type. */

/** A field as an error names it: the parameter "To", or the field "From" of the option "Quiet Hours". */
export interface Field {
	is: 'parameter' | 'option';
	label: string;
	/** The entry of it, if it has several. */
	entry?: string | undefined;
}

/** As in: the parameter "To". */
export const nameOf = ({ is, label, entry }: Field) =>
	entry === undefined ? `${is} "${label}"` : `field "${entry}" of the ${is} "${label}"`;

/** How to make an item of each of several values. @param field in which they may stand */
const makeItems = (field: string) =>
	`n8n's Split Out node makes an item of each entry of a list. It does not split a text with commas: first make a list of the text in an Edit Fields node, such as {{ $json.${field}.split(',') }}.`;

const correctExpression = 'Correct the expression.';

/** The names of the fields that an item has. @property more how many are not named */
export interface FieldsOfItem {
	names: string[];
	more: number;
}

function fieldsOfItem(fields: FieldsOfItem | undefined): string | undefined {
	if (!fields) return undefined;
	const { names, more } = fields;
	if (names.length === 0) return 'The item has no fields.';
	return `The item has these fields: ${listed(names, more)}.`;
}

/** What must not be empty: what people call it, and what is wrong if it is empty as a whole. */
const meanings = {
	recipient: { called: 'recipient', reason: 'recipientEmpty', ifEmpty: 'The recipient is empty' },
	instance: { called: 'instance', reason: 'parameterUnusable', ifEmpty: 'No instance is chosen' },
	sendOnceKey: {
		called: 'Send Once Key',
		reason: 'valueEmpty',
		ifEmpty: 'The Send Once Key is empty',
	},
	storageReference: {
		called: 'storage reference',
		reason: 'valueEmpty',
		ifEmpty: 'The storage reference is empty',
	},
	mediaUrl: { called: 'media URL', reason: 'valueEmpty', ifEmpty: 'The media URL is empty' },
	text: { called: 'text', reason: 'valueEmpty', ifEmpty: 'The text is empty' },
	question: { called: 'message', reason: 'valueEmpty', ifEmpty: 'The message is empty' },
	fileField: { called: 'input field name', reason: 'valueEmpty', ifEmpty: undefined },
	fileName: { called: 'file name', reason: 'valueEmpty', ifEmpty: undefined },
} as const;

export type Meaning = keyof typeof meanings;

/** A part of a field that gave nothing. */
export interface NothingGiven {
	meaning: Meaning;
	field: Field;
	/** As it was entered: `{{ $json.phne }}`. */
	code: string;
	/** Those of the item; undefined if they are not known. */
	fields: FieldsOfItem | undefined;
}

/** A field of a form that is asked, by its label, or by its place. */
export interface FormField {
	label: string;
	at: number;
}

const formField = ({ label, at }: FormField) =>
	label ? `the field "${quoted(label)}"` : `field ${at + 1}`;

/** What is entered as text: what people call it, and how to enter it. */
const texts = {
	recipient: {
		called: 'The recipient',
		enter: `Enter one recipient in the parameter "To". ${makeItems('phones')}`,
	},
	instance: {
		called: 'The instance',
		enter: 'Pick one in the parameter "Instance", or enter its ID.',
		needed: 'an ID',
	},
	text: { called: 'The text', enter: 'Enter the message in the parameter "Text".' },
	caption: { called: 'The caption', enter: 'Enter text in the parameter "Caption".' },
	mediaUrl: {
		called: 'The media URL',
		enter: 'Enter the address of the file in the parameter "Media URL".',
	},
	storageReference: {
		called: 'The storage reference',
		enter:
			'Enter the storageRef from Media: Upload on the same instance in the parameter "Storage Reference".',
	},
	sendOnceKey: {
		called: 'The Send Once Key',
		enter:
			'In the option "Send Once Key", enter what identifies the message, such as the number of an order, or remove the option.',
	},
	message: { called: 'The message', enter: 'Enter the question in the parameter "Message".' },
	buttonLabel: {
		called: 'The label of a button',
		enter: 'Enter text in the parameter "Approval Options".',
	},
	choiceLabel: { called: 'The label of a choice', enter: 'Enter text in the parameter "Choices".' },
	choiceValue: { called: 'The value of a choice', enter: 'Enter text in the parameter "Choices".' },
	queryParameter: {
		called: 'A query parameter',
		enter: 'Enter text in the option "Query Parameters".',
	},
};

/** @property option the label of one @property part of a field of a form */
export type Text =
	| keyof typeof texts
	| { option: string }
	| {
			part:
				| 'accepted file types'
				| 'default value'
				| 'label'
				| 'name'
				| 'option'
				| 'placeholder'
				| 'type';
			of: FormField;
	  };

function wordsOfText(text: Text): { called: string; enter: string; needed?: string } {
	if (typeof text === 'string') return texts[text];
	if ('option' in text)
		return {
			called: `The option "${text.option}"`,
			enter: `Enter text in the option "${text.option}".`,
		};
	const { part, of } = text;
	return {
		called: `${part === 'option' ? 'An' : 'The'} ${part} of ${formField(of)}`,
		enter: 'Correct "Form Fields".',
	};
}

/** What stands where a text is wanted. */
export type Got =
	| { is: 'date' | 'emptyList' | 'object' }
	| { is: 'list'; count: number }
	| { is: 'value'; value: string };

const gotInWords = (got: Got) =>
	({
		date: 'a date',
		emptyList: 'an empty list',
		object: 'an object',
		list: `a list of ${'count' in got ? got.count : 0} values`,
		value: 'value' in got ? got.value : '',
	})[got.is];

/** What is entered as JSON: what people call it, and where. */
const jsons = {
	content: { called: 'The content', where: 'parameter "Content JSON"' },
	body: { called: 'The body', where: 'parameter "Body JSON"' },
	additionalContent: {
		called: 'The additional content',
		where: 'option "Additional Content"',
	},
	form: { called: 'The form', where: 'parameter "Form Fields"' },
};

export type JsonText = keyof typeof jsons;

/** Where fields of any name are entered: "Content Fields". */
export type AnyFields = 'Content' | 'Body';

/** What a type of n8n's fields is called, and how to write a value of it. */
const types: Record<string, { called: string; write: string } | undefined> = {
	string: { called: 'a text', write: 'Write a text.' },
	array: { called: 'a list', write: 'Write a list as JSON: ["Red","Blue"].' },
	object: { called: 'an object', write: 'Write an object as JSON: { "name": "value" }.' },
	number: { called: 'a number', write: 'Write a number with a dot: 52.52.' },
	boolean: { called: 'true or false', write: 'Write true or false.' },
};

const typeOf = (type: string) =>
	types[type] ?? { called: `of the type ${type}`, write: 'Write another value.' };

/** Where the name of a field with a file is entered. */
export type FileField = 'Input Data Field Name(s)' | 'Attach File';

/** What can be entered instead of the name of a field with a file: its content as text, or its address. */
export type NoName = 'content' | 'address';

const nameWanted: Record<NoName, string> = {
	content:
		'It is the content of a file as text. n8n\'s Convert to File node makes a file of it: choose "Move Base64 String to File" there.',
	address:
		'It is an address. Choose "URL" in "Media Source", and enter it in "Media URL". Or let n8n\'s HTTP Request node download the file.',
};

/** @param canSkip whether the option "If There Is No File" exists there */
const perhapsNobody = (canSkip: boolean) =>
	canSkip
		? 'Perhaps nobody chose one: then set the option "If There Is No File" to "Send Caption as Text" or "Skip the Item".'
		: 'Perhaps nobody chose one.';

/** Why a field has no file that could be sent. @property name of the field, for `noSuchField` */
export type NoFile =
	| 'aboutFiles'
	| 'empty'
	| 'neither'
	| 'none'
	| 'notOfExecution'
	| 'withoutContent'
	| { noSuchField: string };

function titleOfNoFile(problem: NoFile, field: FileField): string {
	if (typeof problem === 'object')
		return `The item has no file in the field "${quoted(problem.noSuchField)}"`;
	return {
		none: 'The item has no file',
		withoutContent: `"${field}" gives a file without its content`,
		notOfExecution: `"${field}" gives no file of this execution`,
		aboutFiles: `"${field}" gives information about files, not the files`,
		neither: `"${field}" is neither a name nor a file`,
		empty: `"${field}" is empty`,
	}[problem];
}

const commas = 'Put a comma between two recipients in the parameter "To".';
const forId = 'For an ID, choose "Not a Phone Number" in "Default Country".';

/** A model can write the number again, or ask for it. */
const byModel = { model: { next: 'callAgain', needs: 'number' } } as const;
const oneByModel = { model: { next: 'callAgain', needs: 'oneNumber' } } as const;
const toUser = { model: { next: 'tellUser' } } as const;

const baseUrlAdvice =
	'The credential\'s "Base URL" needs the address of the service, for example https://api.example.com.';
const keyAdvice = 'Copy the key again into the credential\'s "API Key".';
const addressAdvice =
	'The parameter "Media URL" needs a publicly reachable address that starts with https:// or http://.';
const noAddress = 'not a web address';

/** A name and an example, for a model. */
const shapeOf = (names: string[]) =>
	names.length === 0 ? '{}' : `{ ${names.map((name) => `${name}: …`).join(', ')} }`;

/** How a model has to call a tool. @property tool its arguments @property review if a person reviews the call: those of the review */
export interface Call {
	tool: string[];
	review?: string[];
}

const callLike = ({ tool, review }: Call) =>
	review
		? `like this: { toolParameters: ${shapeOf(tool)}, hitlParameters: ${shapeOf(review)} }`
		: `with only these arguments: ${tool.join(', ') || 'none'}`;

const callAgain = (how: string) => ({ model: { next: 'callAgain', how } satisfies NextOfModel });

/** What the author of an agent can do about how it calls. */
const inSystemMessage = (how: string) =>
	`Write into the "System Message" of the agent that it calls this tool ${how}.`;

const alone = 'alone, without another call beside it';

const recipients = {
	...withReason('recipientEmpty', {
		recipientEmpty: () => ({
			title: 'The recipient is empty',
			advice:
				'Enter a phone number in the parameter "To", for example +49 171 1234567, or drag a field there from the input.',
			...byModel,
		}),
		recipientOfListEmpty: ({ entry, count }: { entry: number; count: number }) => ({
			title: `The recipient is empty: entry ${entry} of ${count}`,
			advice:
				'Correct the list in the parameter "To", or leave empty entries out: {{ $json.phones.filter(Boolean) }}.',
			...byModel,
		}),
	}),
	...withReason('countryCodeMissing', {
		countryCodeMissing: ({ typed }: { typed: string }) => ({
			title: `"${quoted(typed)}" needs a country code`,
			advice: `Begin the number with + and its country code, or choose the country in "Default Country", directly below "To". ${forId}`,
			...byModel,
		}),
		countryEmpty: ({ typed }: { typed: string }) => ({
			title: `"${quoted(typed)}" needs a country code, and "Default Country" is empty for this item`,
			advice:
				'Correct "Default Country", or begin the number with + and its country code. If numbers without a country begin with their country code, make the expression give "none".',
			...byModel,
		}),
	}),
	...withReason('numberNotPossible', {
		/** @property isId whether digits alone were entered, which can be an ID */
		numberNotPossible: ({ typed, isId }: { typed: string; isId?: boolean }) => ({
			title: `"${quoted(typed)}" has too few or too many digits`,
			advice: sentences(
				'Enter the country code, and behind it all digits of the number.',
				isId && forId,
			),
			...byModel,
		}),
		noNumber: ({ typed }: { typed: string }) => ({
			title: `"${quoted(typed)}" is not a phone number`,
			advice: `Choose the field that has the phone number in the parameter "To". ${forId}`,
			...byModel,
		}),
		numberWithWords: ({ typed }: { typed: string }) => ({
			title: `"${quoted(typed)}" is not a phone number`,
			advice: 'Enter the number alone, with + and its country code.',
			...byModel,
		}),
		noNumberIn: ({ typed, country }: { typed: string; country: string }) => ({
			title: `"${quoted(typed)}" is not a phone number in ${country}`,
			advice: `Correct the number, or begin it with + and its country code. ${forId}`,
			...byModel,
		}),
		noNumberBehind: ({ typed, code }: { typed: string; code: string }) => ({
			title: `"${quoted(typed)}" begins with ${code}, but has a digit too few or too many`,
			advice: `Correct the number, or begin it with + and its country code. ${forId}`,
			...byModel,
		}),
		/** @property takesSeveral whether "To" takes several recipients, with commas between them */
		notOneNumber: ({ typed, takesSeveral }: { typed: string; takesSeveral: boolean }) => ({
			title: `"${quoted(typed)}" is not one phone number for certain`,
			advice: sentences(
				'Enter one phone number, without an extension or decimals.',
				takesSeveral ? commas : makeItems('phones'),
				forId,
			),
			...byModel,
		}),
		severalRecipients: ({ typed, takesSeveral }: { typed: string; takesSeveral: boolean }) => ({
			title: `"${quoted(typed)}" looks like several recipients`,
			advice: takesSeveral
				? commas
				: sentences('Enter one recipient in the parameter "To".', makeItems('phones')),
			...oneByModel,
		}),
		recipientTooLong: () => ({
			title: 'The recipient has more than 200 characters',
			advice: 'Enter one phone number or ID in the parameter "To".',
			...oneByModel,
		}),
		/** @property to and `other`: the two, with their country codes */
		twoNumbers: (facts: { typed: string; country: string; to: string; other: string }) => ({
			title: `"${quoted(facts.typed)}" can be read as two phone numbers in ${facts.country}`,
			advice: `Begin it with + and its country code: +${facts.to} or +${facts.other}.`,
			...byModel,
		}),
		twoNumbersInItaly: ({ typed }: { typed: string }) => ({
			title: `"${quoted(typed)}" can be read as two phone numbers in Italy`,
			advice: 'Write a mobile number without the 0, and a landline number without the brackets.',
			...byModel,
		}),
		twoCountryCodes: ({ typed }: { typed: string }) => ({
			title: `"${quoted(typed)}" begins with two country codes`,
			advice:
				'Take the one in front away. If an expression puts it there, enter only the number in "To".',
			...byModel,
		}),
		/** @property once the number with one */
		countryCodeTwice: ({ typed, once }: { typed: string; once: string }) => ({
			title: `"${quoted(typed)}" seems to have its country code twice`,
			advice: `Write the country code once: ${once}. If the number is right as it is, choose "Not a Phone Number" in "Default Country", and enter the digits alone.`,
			...byModel,
		}),
		plusAndZero: ({ typed, country }: { typed: string; country: string }) => ({
			title: `"${quoted(typed)}" begins with + and 0`,
			advice: `Enter it without the + if it is a number in ${country}, otherwise with + and its country code.`,
			...byModel,
		}),
		numberIsDate: ({ typed }: { typed: string }) => ({
			title: `"${quoted(typed)}" is a date, not a phone number`,
			advice: 'Choose the field that has the phone number in the parameter "To".',
			...byModel,
		}),
		numberShortened: ({ typed }: { typed: string }) => ({
			title: `"${quoted(typed)}" is a number that a spreadsheet has shortened`,
			advice: 'Format its column as text before you export it. The last digits are lost.',
			...byModel,
		}),
		numberGrouped: ({ typed }: { typed: string }) => ({
			title: `"${quoted(typed)}" is a number with commas for thousands`,
			advice:
				'Format its column as text, or take the commas out: {{ String($json.phone).replaceAll(",", "") }}.',
			...byModel,
		}),
	}),
	...withReason('parameterUnusable', {
		/** @property meant the expression that gave it, and the steps to the number, if they are known */
		recipientIsObject: ({ isList, meant }: { isList: boolean; meant?: [string, string] }) => ({
			title: `The recipient is ${isList ? 'a list of objects' : 'an object'}, not a phone number`,
			advice: `Enter ${meant === undefined ? 'the field of it that has the number' : `{{ ${quoted(meant[0])}${meant[1]} }}`} in the parameter "To".`,
			...oneByModel,
		}),
		recipientTwice: () => ({
			title: 'The recipient is given twice',
			advice: 'Remove "to" from the body, or empty the parameter "To".',
		}),
		defaultCountryUnknown: ({ given }: { given: string }) => ({
			title: `The default country "${quoted(given)}" is not known`,
			advice:
				'Choose one in the parameter "Default Country", or give it a code of two letters, such as DE.',
		}),
	}),
} satisfies Table;

/** The rules that hold in any field. */
const entered = {
	...withReason('parameterUnusable', {
		/** `{{ $json.name }}` in a fixed field. */
		bracesInFixedField: ({ field, words }: { field: Field; words: string }) => ({
			title: `The ${nameOf(field)} has ${quoted(words).slice(0, 100)} as words, not as an expression`,
			advice: `Switch the field from "Fixed" to "Expression", right above it. Then it reads ${quoted(words)}.`,
		}),
		/** `{{ $json.name }` in an expression. */
		bracesNotClosed: ({ field, words }: { field: Field; words: string }) => ({
			title: `The ${nameOf(field)} has ${quoted(words).slice(0, 100)} as words, not as an expression`,
			advice: 'Enter it as {{ $json.name }}, with two braces at its end.',
		}),
		/** `{{ name }}`, which reads nothing of n8n. @property name of the field that is meant */
		readsNothing: (facts: { field: Field; words: string; name: string }) => ({
			title: `The ${nameOf(facts.field)} has ${quoted(facts.words).slice(0, 100)} as words, not as an expression`,
			advice: `Enter {{ $json.${quoted(facts.name)} }}.`,
		}),
		/** @property code the expression @property given what it gave */
		numberLostDigits: (facts: { field: Field; code: string; given: number }) => ({
			title: `The ${nameOf(facts.field)} has a number that lost digits`,
			advice: `${quoted(facts.code)} gave the number ${facts.given}. n8n keeps 15 digits: format the column as text.`,
		}),
		textLostDigits: ({ text }: { text: Text }) => ({
			title: `${wordsOfText(text).called} is a number that lost digits`,
			advice:
				'n8n keeps 15 digits of a number. Format the column as text, and read the table again.',
		}),
		notText: ({ text, got }: { text: Text; got: Got }) => {
			const { called, enter, needed = 'text' } = wordsOfText(text);
			return { title: `${called} is ${gotInWords(got)} instead of ${needed}`, advice: enter };
		},
		/** @property values that can be chosen */
		notAChoice: (facts: { field: Field; given: string; values: string[] }) => {
			const given = quoted(facts.given);
			return {
				title: `The ${nameOf(facts.field)} ${given === '' ? 'is empty' : `has no choice "${given}"`}`,
				advice: `Choose one in the ${nameOf(facts.field)}, or give it one of these: ${facts.values.join(', ')}.`,
			};
		},
	}),
	...withReason('valueEmpty', {
		textEmpty: ({ text }: { text: Text }) => ({
			title: `${wordsOfText(text).called} is empty`,
			advice: wordsOfText(text).enter,
		}),
		partEmpty: (facts: NothingGiven) => ({
			title: `Part of the ${meanings[facts.meaning].called} is empty`,
			advice: gaveNothing(facts),
			...(facts.meaning === 'recipient' && byModel),
		}),
	}),
	/** The whole of it gave nothing. */
	allEmpty: (facts: NothingGiven) => {
		const { reason, ifEmpty, called } = meanings[facts.meaning];
		return {
			reason,
			title: ifEmpty ?? `The ${called} is empty`,
			advice: gaveNothing(facts),
			...(facts.meaning === 'recipient' && byModel),
		};
	},
	...withReason('textBroken', {
		/** @property said "undefined", "#REF!" and the like */
		saysNoValue: (facts: { field: Field; code: string; said: string }) => ({
			title: `The ${nameOf(facts.field)} would say "${facts.said}"`,
			advice: `${quoted(facts.code)} gave it for this item. ${correctExpression}`,
			model: { next: 'callAgain', needs: 'readable' },
		}),
		textIsObject: ({ field, code }: { field: Field; code: string }) => ({
			title: `The ${nameOf(field)} is an object, not words`,
			advice: `${quoted(code)} in the ${nameOf(field)} gave it for this item. Enter a field of it.`,
			model: { next: 'callAgain', needs: 'readable' },
		}),
		textIsWrongDate: ({ field, code }: { field: Field; code: string }) => ({
			title: `The ${nameOf(field)} has a date that is none`,
			advice: `${quoted(code)} in the ${nameOf(field)} gave it for this item. ${correctExpression}`,
			model: { next: 'callAgain', needs: 'readable' },
		}),
		objectJoined: ({ field, code }: { field: Field; code: string }) => ({
			title: `The ${nameOf(field)} would say "[object Object]"`,
			advice: `${quoted(code)} joined an object to words. Put the object into {{ }} of its own.`,
			model: { next: 'callAgain', needs: 'readable' },
		}),
	}),
} satisfies Table;

function gaveNothing({ field, code, fields }: NothingGiven): string {
	return sentences(
		`${quoted(code)} in the ${nameOf(field)} gave nothing for this item.`,
		fieldsOfItem(fields),
	);
}

const instances = withReason('parameterUnusable', {
	noInstanceChosen: () => ({
		title: 'No instance is chosen',
		advice: texts.instance.enter,
	}),
	instanceUnusable: () => ({
		title: 'The instance ID cannot be used',
		advice: 'Enter the ID in the parameter "Instance" as the service shows it.',
	}),
	/** @property first some of them @property more how many are not named */
	severalInstances: (facts: { count: number; first: string[]; more: number }) => ({
		title: `The account has ${facts.count} instances, and none is chosen`,
		advice: `Pick one in the parameter "Instance", or enter its ID. It has ${quoted(facts.first.join(', '))}${facts.more > 0 ? ` and ${facts.more} more` : ''}.`,
	}),
	accountWithoutInstance: () => ({
		title: 'The account has no instance',
		advice: 'Create one at the service.',
	}),
	instancesWithoutIds: () => ({
		title: 'The service lists instances without IDs',
		advice: 'Choose "By ID" in the parameter "Instance", and enter one.',
	}),
}) satisfies Table;

const contents = {
	...withReason('parameterUnusable', {
		/** What the media URL is instead. */
		mediaUrlIsFile: () => ({
			title: `The media URL is a file of the item, ${noAddress}`,
			advice: 'Choose "Input Data" in "Media Source", and enter the name of its field there.',
		}),
		mediaUrlIsList: ({ count }: { count: number }) => ({
			title: `The media URL is a list of ${count} values, ${noAddress}`,
			advice: `${addressAdvice} Take one of the values, or let n8n's Split Out node make an item of each.`,
		}),
		mediaUrlIsObject: () => ({
			title: `The media URL is an object, ${noAddress}`,
			advice: 'In the parameter "Media URL", take the field of it that has the address.',
		}),
		/** @property is what else it is, if that is known */
		noWebAddress: ({ is }: { is?: NoName | undefined }) => ({
			title: `The media URL is ${noAddress}`,
			advice: sentences(addressAdvice, is && nameWanted[is]),
		}),
		severalAddresses: () => ({
			title: 'The media URL has several addresses',
			advice: `Enter one in the parameter "Media URL". ${makeItems('urls')}`,
		}),
		addressBeginsTwice: () => ({
			title: 'The media URL begins with https:// twice',
			advice: 'Take the one in front of the expression in the parameter "Media URL" away.',
		}),
		contentIsRequest: () => ({
			title: 'The content is a complete request',
			advice:
				'Enter only what is inside its "content" in "Content JSON", and its "to" in the parameter "To".',
		}),
		/** @property says the type in it @property chosen the one that is chosen */
		contentOfOtherType: ({ says, chosen }: { says: string; chosen: string }) => ({
			title: `The content says type ${quoted(says)}, but "${chosen}" is chosen`,
			advice: 'Leave "type" out of the content, or choose the same in "Content Type".',
		}),
		additionalContentReplaces: ({ name }: { name: string }) => ({
			title: `The additional content cannot have the field "${name}"`,
			advice: `Remove "${name}" from the option "Additional Content": other parameters of the node set it.`,
		}),
		/** @property said why, in the words of the parser */
		jsonInvalid: ({ json, said }: { json: JsonText; said: string }) => ({
			title: `${jsons[json].called} is not valid JSON`,
			advice: `Correct the ${jsons[json].where}: ${quoted(said)}. If an expression inserts a text, write {{ JSON.stringify($json.name) }} without quotes around it.`,
		}),
		jsonNoObject: ({ json }: { json: JsonText }) => ({
			title: `${jsons[json].called} is not a JSON object`,
			advice: `The ${jsons[json].where} needs an object: { "name": "value" }.`,
		}),
		jsonLostDigits: ({ json }: { json: JsonText }) => ({
			title: `${jsons[json].called} has a number that lost digits`,
			advice: `n8n keeps 15 digits of a number. Put quotation marks around it in the ${jsons[json].where}, so that it is text.`,
		}),
		/** @property isNumber or it has one inside */
		fieldLostDigits: (facts: { name: string; isNumber: boolean; of: AnyFields }) => ({
			title: `The field "${quoted(facts.name)}" ${facts.isNumber ? 'is' : 'has'} a number that lost digits`,
			advice: `n8n keeps 15 digits of a number. Give it as text, and choose the type String in "${facts.of} Fields".`,
		}),
		fieldWithoutValue: (facts: { name: string; type: string; of: AnyFields }) => ({
			title: `The field "${quoted(facts.name)}" has no value`,
			advice: `${typeOf(facts.type).write} Or choose another type for the field in "${facts.of} Fields", or remove it.`,
		}),
		fieldOfOtherType: (facts: { name: string; type: string; of: AnyFields }) => ({
			title: `The field "${quoted(facts.name)}" is not ${typeOf(facts.type).called}`,
			advice: `${typeOf(facts.type).write} Or choose another type for the field in "${facts.of} Fields", or remove it.`,
		}),
		fieldWithoutName: ({ of }: { of: AnyFields }) => ({
			title: 'A field has a value but no name',
			advice: `Give it a name in "${of} Fields", or remove it.`,
		}),
		fieldNameUnusable: ({ name, of }: { name: string; of: AnyFields }) => ({
			title: `The name "${quoted(name)}" cannot be used for a field`,
			advice: `Choose another name in "${of} Fields". A dot leads into a nested object, and [0] into a list: place.latitude, rows[0].title.`,
		}),
		fieldsReplaceEachOther: (facts: { one: string; other: string; of: AnyFields }) => ({
			title: `The fields "${quoted(facts.one)}" and "${quoted(facts.other)}" would replace each other`,
			advice: `Remove one of them from "${facts.of} Fields".`,
		}),
	}),
	...withReason('valueEmpty', {
		/** Of a type whose fields the reference does not show. */
		contentEmpty: ({ type }: { type: string }) => ({
			title: `The ${type} is empty`,
			advice:
				'Enter its fields in "Content Fields" or "Content JSON". The documentation of the service names them.',
		}),
	}),
} satisfies Table;

const files = {
	...withReason('fileMissing', {
		noName: ({ field, is }: { field: FileField; is: NoName }) => ({
			title: `"${field}" has no name of a field with a file`,
			advice: nameWanted[is],
			...toUser,
		}),
		/** @property there the fields with files @property all a pattern that takes all of them, in every item */
		noFile: (facts: {
			field: FileField;
			problem: NoFile;
			there: string[];
			all?: string | undefined;
			canSkip: boolean;
		}) => ({
			title: titleOfNoFile(facts.problem, facts.field),
			advice: sentences(
				facts.problem === 'withoutContent' &&
					'Where n8n keeps files in memory, some expressions leave the content out.',
				// "The item has no file" is the title of `none`.
				facts.there.length === 0 && facts.problem !== 'none' && 'The item has no files.',
				facts.there.length === 0
					? `${perhapsNobody(facts.canSkip)} Or the node before this one did not pass its files on.`
					: `Enter one of these in "${facts.field}": ${quoted(facts.there.join(', '))}.`,
				facts.there.length > 0 &&
					facts.all !== undefined &&
					`"${quoted(facts.all)}" takes all of them, in every item.`,
			),
			model: { next: 'tellUser', why: 'n8n gives this tool no file' },
		}),
		filesOfSeveralFields: ({ field, there }: { field: FileField; there: string[] }) => ({
			title: `This item has ${there.length} files, and "${field}" names none`,
			advice: `Enter one of these in "${field}": ${quoted(there.join(', '))}. "*" takes all of them.`,
			...toUser,
		}),
		fileWithoutContent: ({ name }: { name: string }) => ({
			title: `The file in the field "${quoted(name)}" has no content that n8n can read`,
			advice:
				'The node before this one gave it in another form. A Code node has to give it as base64: data: buffer.toString("base64").',
			...toUser,
		}),
		fileOnlyDescribed: ({ fileName }: { fileName: string }) => ({
			title: `The file "${quoted(fileName)}" is not in the item, which only describes it`,
			advice: 'A node before this one, such as Code, did not pass the files of the item on.',
			...toUser,
		}),
		neitherFileNorCaption: () => ({
			title: 'The item has neither a file nor a caption',
			advice: 'Enter a caption: it goes as text if there is no file.',
			...toUser,
		}),
		fileOfDryRun: () => ({
			title: 'The file was uploaded in a dry run only',
			advice: 'Run the node that uploads it for real, too: look at its option "Dry Run".',
			...toUser,
		}),
	}),
	...withReason('fileEmpty', {
		/** @property name of the field, if the file is in one */
		fileEmpty: ({ name, canSkip }: { name: string; canSkip: boolean }) => ({
			title: `The file${name && ` in the field "${quoted(name)}"`} is empty (0 bytes)`,
			advice: `${perhapsNobody(canSkip)} Or the node before this one got none.`,
			...toUser,
		}),
	}),
	...withReason('parameterUnusable', {
		severalFilesAttached: () => ({
			title: 'The option "Attach File" leads to several files',
			advice: 'A question goes with one file. Enter the name of one input field.',
		}),
	}),
} satisfies Table;

const options = withReason('parameterUnusable', {
	/** @property least undefined: any number above 0 */
	numberUnusable: (facts: {
		option: string;
		isWhole: boolean;
		least?: number | undefined;
		most?: number | undefined;
	}) => {
		const { option, isWhole, least, most } = facts;
		const bounds =
			least === undefined
				? ['above 0', most !== undefined && `, at most ${most}`]
				: [`from ${least} `, most === undefined ? 'up' : `to ${most}`];
		return {
			title: `The option "${option}" cannot be used`,
			advice: `Enter a ${isWhole ? 'whole number' : 'number'} ${bounds.filter(Boolean).join('')}.`,
		};
	},
	pauseUnusable: ({ most }: { most: number }) => ({
		title: 'The option "Pause Between Messages" cannot be used',
		advice: `Enter seconds from 0 to ${most} in "Min" and "Max". "Min" must not be larger than "Max".`,
	}),
	quietHoursUnusable: () => ({
		title: 'The option "Quiet Hours" cannot be used',
		advice: 'Enter two different times such as 21:00 and 08:00 in "From" and "Until".',
	}),
	splitUnusable: () => ({
		title: 'The option "Split Text" cannot be used',
		advice:
			'Choose "A Message per Paragraph" or "Only if Too Long" in "Split", and enter a whole number from 10 up in "Longest Message".',
	}),
	limitWaitTimeUnusable: () => ({
		title: 'The option "Limit Wait Time" cannot be used',
		advice:
			'Enter an amount and a unit, or a date and time in the future such as 2030-12-31 17:00, in the option "Limit Wait Time".',
	}),
	limitUnusable: () => ({
		title: 'The limit cannot be used',
		advice: 'Enter a whole number from 1 up in the parameter "Limit".',
	}),
	mimeTypeUnusable: ({ given }: { given: string }) => ({
		title: `The option "MIME Type" is no type of a file: "${quoted(given)}"`,
		advice:
			'Enter a type such as "application/pdf" in the option "MIME Type", or an ending such as "pdf".',
	}),
	pageLanguageUnknown: ({ given }: { given: string }) => ({
		title: `The page language "${quoted(given)}" is not known`,
		advice: 'Enter a tag such as en, de or pt-BR in the option "Page Language".',
	}),
	onlyMessagesCount: () => ({
		title: 'The option "If It May Have Arrived" cannot be used',
		advice: 'Only messages can count as sent. Choose "Fail" or "Send Again".',
	}),
	noCustomApiCall: () => ({
		title: 'This node has no "Custom API Call"',
		advice:
			'Use n8n\'s HTTP Request node instead: set "Authentication" to "Predefined Credential Type", choose "Messaging Integration API", and enter the whole address. The credential adds its header.',
	}),
	noOperation: ({ operation, resource }: { operation: string; resource: string }) => ({
		title: `There is no operation "${quoted(operation)}" for "${quoted(resource)}"`,
		advice:
			'Choose one in the parameters "Resource" and "Operation". For other endpoints, use n8n\'s HTTP Request node.',
	}),
}) satisfies Table;

/** Kinds of fields of n8n's own forms that a page of this node does not have. */
const refusedTypes: Record<string, string | undefined> = {
	html: 'The page shows text only. Write it into the parameter "Message".',
	password:
		'n8n saves the answer with the execution, where others could read a password. Ask for it in another way.',
};

const correctMessage = `Nobody was asked, because nobody could read it. Correct the expression in the parameter "Message".`;

const questions = {
	...withReason('parameterUnusable', {
		oneQuestionAtATime: () => ({
			title: 'Only one question can be asked at a time',
			advice:
				'Put n8n\'s Loop Over Items node in front of this node, with a "Batch Size" of 1: n8n waits for one answer in each run of a node.',
		}),
		toolCannotWait: () => ({
			title: 'This tool cannot wait for an answer',
			advice: 'Use the operation "Send", or connect the node as the human review of a tool.',
		}),
		n8nCannotWait: () => ({
			title: 'This version of n8n cannot wait for an answer',
			advice: '"Send and Wait for Response" needs n8n 1.107 or later.',
		}),
		objectNotShown: ({ code }: { code: string }) => ({
			title: `Part of the message cannot be shown: ${quoted(code)} gives an object`,
			advice: correctMessage,
		}),
		choicesUnusable: () => ({
			title: 'The choices cannot be used',
			advice: 'Enter two to ten in the parameter "Choices". No two may have the same label.',
		}),
		buttonsAlike: () => ({
			title: 'Both buttons have the same label',
			advice:
				'Nobody could tell them apart. Enter another label for one of them in "Approval Options".',
		}),
		formWithoutFields: () => ({
			title: 'The form has no fields',
			advice: 'Add some in the parameter "Form Fields".',
		}),
		/** @property known the types that there are */
		formTypeUnusable: (facts: { type: string; of: FormField; known: readonly string[] }) => ({
			title: `The type "${quoted(facts.type)}" of ${formField(facts.of)} cannot be used`,
			advice: refusedTypes[facts.type] ?? `Choose one of these: ${facts.known.join(', ')}.`,
		}),
		formFieldWithoutLabel: ({ at }: { at: number }) => ({
			title: `Field ${at + 1} of the form has no label`,
			advice: 'Give it one in "Form Fields".',
		}),
		formNameUnusable: ({ name }: { name: string }) => ({
			title: `The name "${quoted(name)}" cannot be used`,
			advice: 'Choose another name in "Form Fields".',
		}),
		formNameTwice: ({ name }: { name: string }) => ({
			title: `Two fields of the form have the name "${quoted(name)}"`,
			advice:
				'Give one of them a "Field Name". The names of fields for files must differ in letters from a to z and digits.',
		}),
		formOptionsUnusable: ({ of, longest }: { of: FormField; longest: number }) => ({
			title: `The options of ${formField(of)} cannot be used`,
			advice: `Enter each in "Field Options", with at most ${longest} characters. JSON has them as n8n's own forms do: { "values": [{ "option": "now" }] }.`,
		}),
		/** @property why how many it has, if it takes one; otherwise what the page would say */
		formDefaultUnusable: (facts: { value: string; of: FormField; why: number | string }) => ({
			title: `The default value "${quoted(facts.value)}" of ${formField(facts.of)} cannot be used`,
			advice:
				typeof facts.why === 'number'
					? `It is a list of ${facts.why}, and this field takes one. In an expression, .join(", ") makes one text of it.`
					: facts.why,
		}),
		formFileTypeUnusable: ({ type, of }: { type: string; of: FormField }) => ({
			title: `The file type "${quoted(type)}" of ${formField(of)} cannot be used`,
			advice:
				'Enter endings with their dot and MIME types, separated by commas: .pdf, image/*, audio/mpeg.',
		}),
		formLimitsUnusable: ({ of, most }: { of: FormField; most: number }) => ({
			title: `The limits of ${formField(of)} cannot be met`,
			advice: `Enter whole numbers up to ${most}, the larger one as the maximum.`,
		}),
		formTooLarge: ({ entries }: { entries: number }) => ({
			title: 'The form is too large',
			advice: `n8n refuses answers with more than ${entries} entries or 20 MiB. Each checkbox counts as one entry, each other field as one of up to 30 kB. Ask for less, or in several steps.`,
		}),
	}),
	...withReason('valueEmpty', {
		messageLacksPart: ({ code }: { code: string }) => ({
			title: `Part of the message is empty: ${quoted(code)} gives nothing`,
			advice: correctMessage,
			model: {
				next: 'callAgain',
				how: 'with all arguments of the tool. If you gave all, tell the user',
			},
		}),
	}),
} satisfies Table;

const lists = withReason('tooManyMessages', {
	/**
	 * @property earlier how many messages the calls before this one have begun, if the node is a tool
	 * @property mayHaveSent whether an earlier run may have sent some
	 */
	tooManyMessages: (facts: {
		messages: number;
		people: number;
		most: number;
		earlier: number;
		mayHaveSent: boolean;
	}) => ({
		title: `${amount(facts.messages, 'message')} to ${amount(facts.people, 'person', 'people')} would go${facts.earlier > 0 ? `, after ${amount(facts.earlier, 'message')} of this execution` : ''}, but "Fail if More Than" is ${facts.most.toLocaleString('en')}`,
		advice: `${facts.mayHaveSent ? 'This run sent nothing' : 'Nothing was sent'}. Look whether the list is right. If it is, enter a higher number in the option "Fail if More Than".`,
		model: {
			next: 'tellUser',
			why: `The limit of ${amount(facts.most, 'message')} is ${facts.earlier < facts.most ? 'lower than that' : 'reached'}`,
		},
	}),
}) satisfies Table;

/** The call of a model. Both readers get the same: the model made the call, and the author sees the run. */
const calls = withReason('callRefused', {
	/** @property names that it does not take */
	argumentsNotTaken: ({ names, call }: { names: string[]; call: Call }) => ({
		title: `This tool does not take these arguments: ${quoted(names.join(', '))}`,
		advice: inSystemMessage(callLike(call)),
		...callAgain(callLike(call)),
	}),
	saidUnknown: () => ({
		title: 'n8n does not say what the model wrote',
		advice: inSystemMessage(alone),
		...callAgain(alone),
	}),
	callUnknown: () => ({
		title: 'n8n does not say which call these arguments belong to',
		advice: inSystemMessage(alone),
		...callAgain(alone),
	}),
	itemUnknownInBatch: () => ({
		title:
			'n8n does not say which item this call belongs to, because the agent handles several at once',
		advice: 'Enter 1 in "Batch Size" of the agent\'s option "Batch Processing".',
		...toUser,
	}),
	itemUnknown: ({ parameter }: { parameter: string }) => ({
		title: `n8n does not say which item of the agent this call belongs to, and the parameter "${parameter}" depends on it`,
		advice:
			'Put Loop Over Items with a "Batch Size" of 1 in front of the agent, and do not connect the tool to a sub-agent.',
		...toUser,
	}),
	/** @property call absent if nobody can say how */
	reviewedUnknown: ({ call }: { call?: Call }) => ({
		title: 'n8n does not say what the tool will get',
		advice: inSystemMessage(call ? callLike(call) : alone),
		...callAgain(call ? callLike(call) : alone),
	}),
	argumentsUnknown: ({ call }: { call: Call }) => ({
		title: 'n8n does not say which arguments the tool will take',
		advice: inSystemMessage(callLike(call)),
		...callAgain(callLike(call)),
	}),
}) satisfies Table;

/** The fields of the credential. Its values are not quoted: they can be the key. */
const credentials = withReason('parameterUnusable', {
	credentialHasBraces: ({ field }: { field: 'Base URL' | 'API Key' }) => ({
		title: `The ${field === 'API Key' ? 'API key' : 'base URL'} has {{ }} as words, not as an expression`,
		advice: `Switch the credential's "${field}" from "Fixed" to "Expression".`,
	}),
	baseUrlEmpty: () => ({ title: 'The base URL is empty', advice: baseUrlAdvice }),
	baseUrlNoAddress: () => ({ title: 'The base URL is not a web address', advice: baseUrlAdvice }),
	baseUrlHasLogin: () => ({
		title: 'The base URL contains a user name or password',
		advice: `${baseUrlAdvice} Only the API key is used to log in.`,
	}),
	baseUrlHasQuery: () => ({
		title: 'The base URL must not contain ? or #',
		advice: `${baseUrlAdvice} Leave out "?" and "#" and what follows.`,
	}),
	baseUrlHasEmptyPart: () => ({
		title: 'The base URL has two slashes in a row',
		advice: `${baseUrlAdvice} Leave out one of the slashes.`,
	}),
	baseUrlNotEncrypted: () => ({
		title: 'The base URL is not encrypted',
		advice:
			'With http:// anyone on the network can read the API key. Use https:// in the credential\'s "Base URL", or switch on "Allow HTTP" for a network you trust.',
	}),
	keyEmpty: () => ({ title: 'The API key is empty', advice: keyAdvice }),
	keyHasLines: () => ({
		title: 'The API key has line breaks',
		advice: `${keyAdvice} It is a single line.`,
	}),
	/** @property begin of a header: "Bearer" */
	keyHasHeader: ({ begin }: { begin: string }) => ({
		title: `The API key begins with "${begin}"`,
		advice: `Leave out "${begin}" in the credential's "API Key": the node writes the header. "Authentication" chooses which one.`,
	}),
	keyHasSigns: () => ({
		title: 'The API key contains characters that no key has',
		advice: `${keyAdvice} It has no spaces, accents or invisible characters.`,
	}),
	keyIsLogin: () => ({
		title: 'The API key is a login token (JWT)',
		advice:
			'Such a token is for a person who signs in. Create an API key at the service and copy it into the credential\'s "API Key".',
	}),
	switchUnusable: ({ label }: { label: string }) => ({
		title: `The switch "${label}" is neither on nor off`,
		advice: 'Switch it on or off in the credential, or give it true or false.',
	}),
	authenticationUnknown: () => ({
		title: 'The authentication is not known',
		advice: 'Choose a header in the credential\'s "Authentication".',
	}),
	/** n8n's request helper cannot be told not to give the key of a service on this machine to a proxy. */
	testThroughProxy: ({ variable, hostname }: { variable: string; hostname: string }) => ({
		title: `n8n would test this credential through the proxy in the environment variable ${variable}, which must not get the key`,
		advice: `Whoever runs n8n has to add "${hostname}" to NO_PROXY and to restart n8n. Workflows are not affected: the node itself asks this machine without a proxy.`,
	}),
}) satisfies Table;

/** By name. */
export const input = {
	...recipients,
	...instances,
	...entered,
	...contents,
	...files,
	...options,
	...questions,
	...lists,
	...calls,
	...credentials,
};
