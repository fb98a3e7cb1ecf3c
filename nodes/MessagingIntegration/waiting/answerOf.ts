import * as z from 'zod/v4';

import type { Question } from './question';

/** Characters of a comment or an answer. */
export const longestText = 10_000;

/** The fields of the output item below `data`, without the time. */
export type Answer = { approved: boolean; chatInput?: string } | { text: string };

const noChoice = 'Nothing was recorded: please choose one of the buttons.';
const noText = 'Nothing was recorded: the answer is empty.';
const tooLong = `Nothing was recorded: the text is longer than ${longestText} characters.`;

/** Browsers send line breaks as CR LF. A database may refuse NUL and half a surrogate pair. */
const text = z
	.string({ error: noText })
	.transform((typed) => typed.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim())
	.refine(({ length }) => length <= longestText, { error: tooLong });

const decision = z.object(
	{ answer: z.enum(['approve', 'decline'], { error: noChoice }), comment: text.default('') },
	{ error: noChoice },
);
const words = z.object(
	{ text: text.refine((answer) => answer !== '', { error: noText }) },
	{ error: noText },
);

/**
 * Reads the answer from the body of a request.
 * @param body as n8n parsed it; anybody can send anything
 * @returns the answer, or a sentence that says why it does not count
 */
export function answerOf({ form }: Question, body: unknown): Answer | string {
	if (form.type === 'freeText') {
		const { data, error } = words.safeParse(body);
		return data ?? error?.issues[0]?.message ?? noText;
	}
	const { data, error } = decision.safeParse(body);
	if (!data) return error?.issues[0]?.message ?? noChoice;
	if (data.answer === 'decline' && form.declineLabel === undefined) return noChoice;
	return {
		approved: data.answer === 'approve',
		...(data.comment !== '' && { chatInput: data.comment }),
	};
}
