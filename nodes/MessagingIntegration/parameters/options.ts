import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import type { Policy } from '../delivery';
import { refusal, refuses } from '../words/refusal';
import { mime } from '../n8n/files';
import type { Parameters } from '../n8n/parameters';
import { isLanguage, say } from '../question/words';
import { identity, type Looks, place } from './check';
import { choices, entries, field, fixedCollection } from './editorFields';
import { jsonEntry } from './freeForm';
import { limitWaitTime } from './limitWaitTime';
import { markdown } from './markdown';
import { chosen, number, text } from './optionKinds';
import { quietHours } from './quietHours';
import { splitText } from './splitText';
import { inCollection, numberWithin, typedText } from './typedValues';

/** A day: a longer pause is most likely one in ms (s). */
const longestPause = 86_400;

/** Timers of Node.js that are longer than this fire at once (s). */
const longestTimer = 2_147_483;
const noPause = refuses('pauseUnusable', { most: longestPause });
const seconds = numberWithin(0, longestPause, noPause);

const pause = (displayName: string, value: number, description: string) =>
	field('number', displayName, value, { typeOptions: { minValue: 0 }, description });

const mimeType = text('MIME Type', {
	placeholder: 'e.g. image/png',
	description: "The type of the file at the service, instead of the file's own",
});

/** The type that somebody means who enters an ending, as a list of files has it: `application/pdf` for "pdf". */
function typeMeant(entered: string | undefined): string | undefined {
	if (!entered || entered.includes('/')) return entered;
	const type = mime().getType(entered);
	if (type !== null) return type;
	throw refusal('mimeTypeUnusable', { given: entered });
}

const whatIfUnsure: Record<Policy['whenUnsure'], [name: string, description: string]> = {
	fail: [
		'Fail, So That I Can Look',
		'A retry does not send it again. A new execution does, unless the item has a Send Once Key.',
	],
	resend: ['Send Again, It May Arrive Twice', 'Also repeats a request whose outcome is unknown'],
	countAsSent: [
		'Count as Sent',
		'In a retry, or with a Send Once Key: what an earlier execution left in doubt is not sent again. The rest of the item usually goes. A new doubt fails. In a retry after a crash, without a key, all items count as sent.',
	],
};

/** The options that apply to a whole run. */
const ofRun = {
	concurrency: number('Messages at Once', 8, {
		description:
			'The most items in progress at the same time in one run. Without this option, the node starts with few and takes more as long as none gets slower. Items for one recipient of one instance always go one after the other.',
		without: undefined,
		least: 1,
		most: 128,
	}),
	messagesPerMinute: number('Messages per Minute', 20, {
		description:
			'The most messages of one instance in a minute, evenly spread, in one run of the node: executions at the same time do not share it. A file is one message with its upload.',
		without: undefined,
		isWhole: false,
	}),
	timeout: number('Timeout (Seconds)', 120, {
		description:
			'How long a request may make no progress before it is aborted; as a tool of an AI agent, 30 seconds at most',
		without: 120,
		most: longestTimer,
		isWhole: false,
	}),
	pauseBetween: {
		field: fixedCollection('Pause Between Messages (Seconds)', {
			default: { values: { min: 5, max: 15 } },
			description:
				'A random pause between the messages of one instance in one run of the node, which are then sent one after the other',
			options: entries(
				{ min: pause('Min', 5, 'The shortest pause'), max: pause('Max', 15, 'The longest pause') },
				'Pause',
			),
		}),
		rule: inCollection(
			z
				.object({ min: seconds, max: seconds }, { error: noPause })
				.refine(({ min, max }) => min <= max, { error: noPause }),
			noPause,
		),
	},
	failIfMoreThan: number('Fail if More Than (Messages)', 100, {
		description: 'If a run would send more messages than this, it sends none and fails',
		without: undefined,
		least: 1,
	}),
	dryRun: chosen(
		'Dry Run (Send Nothing)',
		{
			evaluations: 'In Evaluations',
			manual: 'In Manual Executions and Evaluations',
			always: 'Always',
			never: 'Never, Not Even in Evaluations',
		},
		'When to check everything, send nothing, and say what would be sent',
		'manual',
	),
	whenUnsure: chosen(
		'If It May Have Arrived',
		whatIfUnsure,
		'What to do with a message that may have arrived',
		'resend',
	),
};

/** An empty key is an error: whoever sets this option wants its protection. */
const sendOnceKey = {
	field: field('string', 'Send Once Key', '', {
		placeholder: 'e.g. order-{{ $json.body.number }}',
		description:
			'What identifies the message, such as the number of an order. For each key, recipient and instance, this node sends it once, ever: a webhook or a form that comes twice sends nothing again.',
		builderHint: {
			propertyHint:
				'An expression that identifies the event, not the run: an order number or a webhook delivery ID, for example "order-{{ $json.body.number }}". Never the exact time, $execution.id or a random value; the day or the hour is fine for one message a day or an hour. Set it if a webhook, form or queue can deliver twice. The recipient and the instance are part of the key already.',
		},
	}),
	rule: typedText('sendOnceKey').transform((key) => key.trim()),
	looks: identity('sendOnceKey'),
};

/** The options that each item can have in its own way. */
const ofItem = {
	additionalContent: jsonEntry('Additional Content', 'additionalContent', {
		description:
			'More fields for the content, as a JSON object. They cannot replace type, text or media.',
	}),
	attachFile: {
		field: field('string', 'Attach File', '', {
			placeholder: 'e.g. data',
			description: 'The name of the input field with a file, which the question goes with',
		}),
		rule: z.unknown(),
		looks: place('fileField'),
	},
	fileName: {
		...text('File Name', {
			placeholder: 'e.g. photo.png',
			description: "The name of the file at the service, instead of the file's own",
		}),
		looks: place('fileName'),
	},
	mimeType: { ...mimeType, rule: mimeType.rule.transform(typeMeant) },
	ifNoFile: chosen(
		'If There Is No File',
		{
			fail: 'Fail',
			sendText: ['Send Caption as Text', 'Without a caption, the item fails'],
			skip: ['Skip the Item', 'It comes out with "skipped" and "noFile"'],
		},
		'What to do with an item that has no file in the fields that you name, such as an optional file of a form',
		'sendText',
	),
	limitWaitTime,
	markdown,
	quietHours,
	sendOnceKey,
	splitText,
	typingFirst: number('Typing First (Seconds)', 2, {
		description:
			'How long to show typing before each message. If the service refuses to show it, the message is still sent.',
		without: 0,
		least: 0,
		most: longestTimer,
		isWhole: false,
	}),
};

const pageLanguage = text('Page Language', {
	default: 'en',
	description:
		'The language of the message and the page, such as de or pt-BR. The node speaks Arabic, Dutch, English, French, German, Italian, Portuguese and Spanish. Other options replace its words.',
});

/** The words that a person reads who is asked. Those of n8n's own nodes have their names. */
const ofPage = {
	commentLabel: text('Comment Label', {
		default: say('comment', 'en'),
		description: 'The words above the field for a comment. If empty, the page has no such field.',
		displayOptions: { show: { '/responseType': ['approval'] } },
	}),
	messageButtonLabel: text('Words Before the Link', {
		default: say('answer', 'en'),
		description: 'The words before the link in the message',
	}),
	pageLanguage: {
		...pageLanguage,
		rule: pageLanguage.rule.refine((tag) => tag === undefined || isLanguage(tag), {
			error: ({ input }) => {
				throw refusal('pageLanguageUnknown', { given: String(input) });
			},
		}),
	},
	recordedText: text('Recorded Text', {
		default: say('recorded', 'en'),
		typeOptions: { rows: 2 },
		description: 'What the page says after the answer',
	}),
	responseFormButtonLabel: text('Form Button Label', {
		default: say('sendAnswer', 'en'),
		description: 'The words on the button',
		displayOptions: { hide: { '/responseType': ['approval', 'choice'] } },
	}),
	responseFormDescription: text('Response Form Description', {
		description: 'What the page says instead of the message',
	}),
	responseFormTitle: text('Response Form Title', {
		default: say('pleaseAnswer', 'en'),
		description: 'The heading of the page, instead of the first line of the question',
	}),
};

/** Every option: how the editor offers it, its default, and what it may hold (public interface, "options"). */
const table = { ...ofRun, ...ofItem, ...ofPage };

/** A model sends one message with a call. */
const forLists = ['concurrency', 'messagesPerMinute', 'pauseBetween'];
const hiddenFromTools = { displayOptions: { hide: { '@tool': [true] } } };

/** The fields of the options, for the collections of the operations. */
export const option = Object.fromEntries(
	Object.entries(table).map(([name, { field }]) => [
		name,
		{ ...field, name, ...(forLists.includes(name) && hiddenFromTools) },
	]),
) as Record<keyof typeof table, INodeProperties>;

/** How what was entered in each option is looked at, by path. */
export const optionLooks: Record<string, Looks | undefined> = Object.fromEntries(
	Object.entries(table).map(([name, one]) => [
		`options.${name}`,
		'looks' in one ? one.looks : undefined,
	]),
);

/** What every operation has that sends through an instance. */
export const sendingOptions = [
	option.concurrency,
	option.dryRun,
	option.messagesPerMinute,
	option.timeout,
];

/** A counted upload would have no storageRef. */
export const unsureWithoutCount: INodeProperties = {
	...option.whenUnsure,
	description: 'What to do with a request that the service may have processed',
	options: choices({
		fail: [whatIfUnsure.fail[0], 'A retry does not do it again. A new execution does.'],
		resend: whatIfUnsure.resend,
	}),
};

export const pageOptions = (Object.keys(ofPage) as Array<keyof typeof ofPage>).map(
	(name) => option[name],
);

/** The collection at the end of an operation's fields, in the order of the names that people see. */
export function optionsField(options: INodeProperties[]): INodeProperties {
	return {
		...field('collection', 'Options', {}, { placeholder: 'Add option' }),
		name: 'options',
		options: options.toSorted((one, other) => one.displayName.localeCompare(other.displayName)),
	};
}

export const runOptions = z.object(
	Object.fromEntries(Object.entries(ofRun).map(([name, { rule }]) => [name, rule])) as {
		[Name in keyof typeof ofRun]: (typeof ofRun)[Name]['rule'];
	},
);

export type RunOptions = z.output<typeof runOptions>;

/** Reads the run's options one by one, because an expression in an option of an item must not fail the whole run. */
export function readRunOptions(context: IExecuteFunctions): RunOptions {
	const saved = (context.getNode().parameters.options ?? {}) as object;
	const names = Object.keys(ofRun).filter((name) => name in saved);
	// An expression that finds nothing returns undefined, which would look like a missing option.
	const given = names.map((name) => [name, context.getNodeParameter(`options.${name}`, 0) ?? null]);
	return runOptions.parse(Object.fromEntries(given));
}

/** An option of an item; its default if it was not added. @param options of the item */
export function optionOf<Name extends keyof typeof ofItem | keyof typeof ofPage>(
	options: Record<string, unknown>,
	name: Name,
): z.output<(typeof table)[Name]['rule']> {
	const { rule }: { rule: z.ZodType } = table[name];
	return rule.parse(name in options ? (options[name] ?? null) : undefined) as never;
}

/** The Send Once Key of an item, complete; undefined if the option is not set. */
export function sendOnceKeyOf(parameters: Parameters, itemIndex: number): string | undefined {
	const options = parameters.options(itemIndex);
	// An expression that finds nothing gives undefined, but the option still counts as set.
	if (!('sendOnceKey' in options)) return undefined;
	return sendOnceKey.rule.parse(options.sendOnceKey);
}
