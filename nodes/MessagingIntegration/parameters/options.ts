import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { check, quoted } from '../api/failure';
import { defaultTimeout } from '../api/request';
import { isLanguage, say } from '../question/words';
import { entries, type Field, field, fixedCollection } from './editorFields';
import { jsonEntry } from './freeForm';
import { limitWaitTime } from './limitWaitTime';
import { numberWithin, optionalText } from './typedValues';
import { sendOnceKey } from './sendOnceKey';

/** Timers of Node.js that are longer than this fire at once (ms). */
const longestTimer = 2 ** 31 - 1;

interface NumberOption {
	default: number;
	least: number;
	most?: number;
	description: string;
	/** What to enter if the number need not be whole. */
	advice?: string;
}

/** @param displayName may end in a unit, in parentheses */
function number(displayName: string, option: NumberOption) {
	const { default: value, least, most, description, advice } = option;
	const upTo = most === undefined ? ' up' : ` to ${most}`;
	const whole = `Enter a whole number from ${least}${upTo}.`;
	const name = displayName.replace(/ \(.*/, '');
	const error = `The option "${name}" cannot be used\n${advice ?? whole}`;
	const typeOptions = { minValue: least, ...(most !== undefined && { maxValue: most }) };
	const rule =
		advice === undefined
			? numberWithin(least, most ?? longestTimer, error, z.int({ error }))
			: numberWithin(least, most ?? Infinity, error);
	return {
		field: field('number', displayName, value, { typeOptions, description }),
		rule: rule.default(value),
	};
}

function yesOrNo(displayName: string, value: boolean, description: string) {
	const error = `The option "${displayName}" cannot be used\nSwitch it on or off, or give it true or false.`;
	return {
		field: field('boolean', displayName, value, { description }),
		rule: z.boolean({ error }).default(value),
	};
}

/** A text; undefined if it is empty. */
function text(displayName: string, more: Partial<Field>) {
	const advice = `Enter text in the option "${displayName}".`;
	const rule = optionalText(`The option "${displayName}"`, advice).transform((words) =>
		words?.trim(),
	);
	return { field: field('string', displayName, '', more), rule };
}

/** A day: a longer pause is most likely one in ms (s). */
const longestPause = 86_400;
const noPause = `The option "Pause Between Messages" cannot be used\nEnter seconds from 0 to ${longestPause} in "Min" and "Max". "Min" must not be larger than "Max".`;
const seconds = numberWithin(0, longestPause, noPause);

const usualPause = { min: 5, max: 15 };
const typeOptions = { minValue: 0 };
const pauseFields = {
	min: field('number', 'Min', usualPause.min, { typeOptions, description: 'The shortest pause' }),
	max: field('number', 'Max', usualPause.max, { typeOptions, description: 'The longest pause' }),
};

/** The options that apply to a whole run. */
const ofRun = {
	concurrency: number('Concurrency', {
		default: 8,
		least: 1,
		most: 64,
		description:
			'How many items are in progress at the same time. Items for one recipient of one instance are always sent one after the other, in input order.',
	}),
	requestsPerSecond: number('Requests per Second', {
		default: 0,
		least: 0,
		description: 'The highest number of requests per second for the whole run; 0 means no limit',
		advice: 'Enter a number from 0 up; 0 is no limit.',
	}),
	maxTries: number('Max Tries', {
		default: 3,
		least: 1,
		description:
			'Maximum attempts per request. It is repeated only if it was certainly not processed or a repetition does no harm, unless "Resend When Unsure" is on. Answers that ask to slow down do not count.',
	}),
	timeout: number('Timeout (Milliseconds)', {
		default: defaultTimeout,
		least: 1,
		description: 'How long a request may make no progress before it is aborted',
	}),
	pauseBetween: {
		field: fixedCollection('Pause Between Messages (Seconds)', {
			default: { values: usualPause },
			description:
				'A random pause between the messages of one instance, which are then sent one after the other',
			options: entries(pauseFields, 'Pause'),
		}),
		// n8n's shape of a collection with one entry, or with none.
		rule: z
			.object(
				{
					values: z
						.object({ min: seconds, max: seconds }, { error: noPause })
						.refine(({ min, max }) => min <= max, { error: noPause })
						.optional(),
				},
				{ error: noPause },
			)
			.transform(({ values }) => values)
			.optional(),
	},
	validateFirst: yesOrNo(
		'Send Nothing if One Item Is Wrong',
		true,
		'Whether to check all items first and send none if one of them cannot be sent. With "On Error: Continue", all others are sent.',
	),
	resendWhenUnsure: yesOrNo(
		'Resend When Unsure',
		false,
		'Whether to also repeat a request whose outcome is unknown. A message may then arrive twice.',
	),
};

/** The options that each item can have in its own way. */
const ofItem = {
	additionalContent: jsonEntry('Additional Content', 'The additional content', 'option', {
		description:
			'More fields for the content, as a JSON object. They cannot replace type, text or media.',
	}),
	attachFile: {
		field: field('string', 'Attach File', '', {
			placeholder: 'e.g. data',
			description: 'The name of the input field with a file, which the question goes with',
		}),
		rule: z.unknown(),
	},
	fileName: text('File Name', {
		placeholder: 'e.g. photo.png',
		description: "The name of the file at the service, instead of the file's own",
	}),
	mimeType: text('MIME Type', {
		placeholder: 'e.g. image/png',
		description: "The type of the file at the service, instead of the file's own",
	}),
	limitWaitTime,
	sendOnceKey,
	textIfNotSupported: text('If Not Supported, Send This Text', {
		placeholder: 'e.g. Answer 1 for tea, 2 for coffee',
		description:
			'Goes to the recipient instead if the instance does not support the content. If empty, the item fails.',
		displayOptions: { hide: { '/contentType': ['text'] } },
	}),
	typingFirst: number('Typing First (Milliseconds)', {
		default: 0,
		least: 0,
		description:
			'How long to show typing before each message; 0 means not at all. If the service refuses to show it, the message is still sent.',
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
	messageButtonLabel: text('Message Button Label', {
		default: say('answer', 'en'),
		description: 'The words before the link in the message',
	}),
	pageLanguage: {
		...pageLanguage,
		rule: pageLanguage.rule.refine((tag) => tag === undefined || isLanguage(tag), {
			error: ({ input }) =>
				`The page language "${quoted(String(input))}" is not known\nEnter a tag such as en, de or pt-BR in the option "Page Language".`,
		}),
	},
	recordedText: text('Recorded Text', {
		default: say('recorded', 'en'),
		description: 'What the page says after the answer',
	}),
	responseFormButtonLabel: text('Response Form Button Label', {
		default: say('sendAnswer', 'en'),
		description: 'The words on the button',
		displayOptions: { hide: { '/responseType': ['approval'] } },
	}),
	responseFormDescription: text('Response Form Description', {
		description: 'What the page says instead of the message',
	}),
	responseFormTitle: text('Response Form Title', {
		default: say('pleaseAnswer', 'en'),
		description: 'The heading of the page',
	}),
};

/** Every option: how the editor offers it, its default, and what it may hold (public interface, "options"). */
const table = { ...ofRun, ...ofItem, ...ofPage };

/** The fields of the options, for the collections of the operations. */
export const option = Object.fromEntries(
	Object.entries(table).map(([name, { field }]) => [name, { ...field, name }]),
) as Record<keyof typeof table, INodeProperties>;

/** What every operation has that sends through an instance. */
export const sendingOptions = [
	option.concurrency,
	option.maxTries,
	option.requestsPerSecond,
	option.resendWhenUnsure,
	option.timeout,
];

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
	return check(runOptions, Object.fromEntries(given));
}

/**
 * An option of an item; its default if it was not added.
 * @param options of the item
 * @throws FailureError if it cannot be used
 */
export function optionOf<Name extends keyof typeof ofItem | keyof typeof ofPage>(
	options: Record<string, unknown>,
	name: Name,
): z.output<(typeof table)[Name]['rule']> {
	const { rule }: { rule: z.ZodType } = table[name];
	return check(rule, name in options ? (options[name] ?? null) : undefined) as never;
}
