import * as z from 'zod/v4';

import { refuses } from '../api/inputError';
import { choices, entries, field, fixedCollection } from './editorFields';
import { inCollection, numberWithin } from './typedValues';

const noSplit = refuses(
	'optionUnusable',
	'The option "Split Text" cannot be used',
	'Choose "paragraphs" or "length", and enter a whole number from 10 up in "Longest Message".',
);

export const splitText = {
	field: fixedCollection('Split Text', {
		default: { values: { by: 'paragraphs', maxLength: 4096 } },
		description:
			'Makes several messages of one text. A retry continues with the message that failed.',
		displayOptions: { show: { '/contentType': ['text'] } },
		options: entries({
			by: field('options', 'Split', 'paragraphs', {
				options: choices({
					paragraphs: ['A Message per Paragraph', 'At each empty line, and what is too long'],
					length: ['Only if Too Long', 'As few messages as possible'],
				}),
			}),
			maxLength: field('number', 'Longest Message', 4096, {
				typeOptions: { minValue: 10 },
				description:
					'A longer text is split at a paragraph, a line, a sentence or a word, whichever fits',
			}),
		}),
	}),
	rule: inCollection(
		z.object(
			{
				by: z.enum(['paragraphs', 'length'], { error: noSplit }),
				maxLength: numberWithin(10, Infinity, noSplit, z.int({ error: noSplit })),
			},
			{ error: noSplit },
		),
		noSplit,
	),
};
