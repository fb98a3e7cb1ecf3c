import type { IDisplayOptions, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';

import { check } from '../api/failure';
import { defaultTimeout } from '../api/request';
import { jsonObject } from './freeForm';
import { limitWaitTime } from './limitWaitTime';
import { numberOf, optionalText } from './rules';
import { sendOnceKey } from './sendOnceKey';

/** How the editor offers an option. Its name is that of its row in the table. */
type Field = Omit<INodeProperties, 'name'>;

/** Timers of Node.js that are longer than this fire at once (ms). */
const longestTimer = 2 ** 31 - 1;

interface NumberOption {
	/** Shown behind the name. */
	unit?: string;
	default: number;
	least: number;
	/** Defaults to the longest timer. */
	most?: number;
	description: string;
	/** What to enter; defaults to a whole number within the bounds. */
	advice?: string;
	/** Whether only whole numbers are allowed. */
	isWhole?: boolean;
}

function number(displayName: string, option: NumberOption) {
	const { unit, default: value, least, most, description, isWhole = true } = option;
	const upTo = most === undefined ? ' up' : ` to ${most}`;
	const advice = option.advice ?? `Enter a whole number from ${least}${upTo}.`;
	const error = `The option "${displayName}" cannot be used\n${advice}`;
	const schema = isWhole
		? z.int({ error }).max(most ?? longestTimer, { error })
		: z.number({ error });
	const field: Field = {
		displayName: unit === undefined ? displayName : `${displayName} (${unit})`,
		type: 'number',
		default: value,
		typeOptions: { minValue: least, ...(most !== undefined && { maxValue: most }) },
		description,
	};
	return { field, rule: z.preprocess(numberOf, schema.min(least, { error })).default(value) };
}

function yesOrNo(displayName: string, value: boolean, description: string) {
	const error = `The option "${displayName}" cannot be used\nSwitch it on or off, or give it true or false.`;
	const field: Field = { displayName, type: 'boolean', default: value, description };
	return { field, rule: z.boolean({ error }).default(value) };
}

/** @param what the option, as the start of a sentence */
function text(displayName: string, what: string, placeholder: string, description: string) {
	const field: Field = { displayName, type: 'string', default: '', placeholder, description };
	const rule = optionalText(what, `Enter text in the option "${displayName}".`).transform((words) =>
		words?.trim(),
	);
	return { field, rule };
}

/** A day: a longer pause is most likely one in ms (s). */
const longestPause = 86_400;
const pauseError = `The option "Pause Between Messages" cannot be used\nEnter seconds from 0 to ${longestPause} in "Min" and "Max". "Min" must not be larger than "Max".`;

/** The shortest or the longest pause. */
function pause(displayName: string, name: string, value: number, description: string) {
	const error = pauseError;
	const field: INodeProperties = {
		displayName,
		name,
		type: 'number',
		default: value,
		typeOptions: { minValue: 0 },
		description,
	};
	const seconds = z.number({ error }).min(0, { error }).max(longestPause, { error });
	return { field, rule: z.preprocess(numberOf, seconds) };
}

const shortestPause = pause('Min', 'min', 5, 'The shortest pause');
const largestPause = pause('Max', 'max', 15, 'The longest pause');

/** The options that apply to a whole run. */
const ofRun = {
	concurrency: number('Concurrency', {
		default: 8,
		least: 1,
		most: 64,
		description:
			'How many items are sent at the same time. Items for one recipient are always sent one after the other, in input order.',
	}),
	requestsPerSecond: number('Requests per Second', {
		default: 0,
		least: 0,
		isWhole: false,
		advice: 'Enter a number from 0 up; 0 is no limit.',
		description: 'The highest number of requests per second for the whole run; 0 means no limit',
	}),
	maxTries: number('Max Tries', {
		default: 3,
		least: 1,
		description:
			'How many times to try at most. Only a request that was certainly not processed is tried again. When the service asks to slow down, that is not counted.',
	}),
	timeout: number('Timeout', {
		unit: 'Milliseconds',
		default: defaultTimeout,
		least: 1,
		description: 'How long a request may make no progress before it is aborted',
	}),
	pauseBetween: {
		field: {
			displayName: 'Pause Between Messages (Seconds)',
			type: 'fixedCollection',
			default: { values: { min: shortestPause.field.default, max: largestPause.field.default } },
			description:
				'A random pause between the messages of one instance, which are then sent one after the other',
			options: [
				{
					displayName: 'Pause',
					name: 'values',
					values: [shortestPause.field, largestPause.field],
				},
			],
		} as Field,
		// n8n's shape of a collection with one entry, or with none.
		rule: z
			.object(
				{
					values: z
						.object({ min: shortestPause.rule, max: largestPause.rule }, { error: pauseError })
						.refine(({ min, max }) => min <= max, { error: pauseError })
						.optional(),
				},
				{ error: pauseError },
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
	additionalContent: {
		field: {
			displayName: 'Additional Content',
			type: 'json',
			default: '{}',
			description:
				'More fields for the content, as a JSON object. They cannot replace type, text or media.',
		} as Field,
		rule: z
			.unknown()
			.transform((given) =>
				jsonObject(given ?? '', 'The additional content', 'option "Additional Content"'),
			),
	},
	fileName: text(
		'File Name',
		'The file name',
		'e.g. photo.png',
		"The name of the file at the service, instead of the file's own",
	),
	mimeType: text(
		'MIME Type',
		'The MIME type',
		'e.g. image/png',
		"The type of the file at the service, instead of the file's own",
	),
	limitWaitTime,
	sendOnceKey,
	typingFirst: number('Typing First', {
		unit: 'Milliseconds',
		default: 0,
		least: 0,
		description:
			'How long to show typing before each message; 0 means not at all. If the service refuses to show it, the message is still sent.',
	}),
};

/** Every option: how the editor offers it, its default, and what it may hold (public interface, "options"). */
const table = { ...ofRun, ...ofItem };
type Table = typeof table;

/** The fields of the options, for the collections of the operations. */
export const option = Object.fromEntries(
	Object.entries(table).map(([name, { field }]) => [name, { ...field, name }]),
) as Record<keyof Table, INodeProperties>;

/** The collection at the end of an operation's fields. */
export function optionsField(
	show: IDisplayOptions['show'],
	options: INodeProperties[],
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show },
		options,
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
export function optionOf<Name extends keyof typeof ofItem>(
	options: Record<string, unknown>,
	name: Name,
): z.output<(typeof ofItem)[Name]['rule']> {
	const { rule }: { rule: z.ZodType } = ofItem[name];
	return check(rule, name in options ? (options[name] ?? null) : undefined) as never;
}
