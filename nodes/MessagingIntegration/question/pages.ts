// Tests: test/unit/questionPage.test.ts
import { customFormEncoding } from '../n8n/resumeLink';
import { fieldMarkup, type FieldProblem } from './fields';
import { type Markup, markup } from './markup';
import { type Page, page } from './pageFrame';
import { buttonValues, type KnownAnswer, type Question, takesFiles } from './question';
import { say, timeIn } from './words';

/** An answer that does not count. */
export interface WrongAnswer {
	/** What was entered, and what is wrong with it, by field. */
	entered: string[][];
	problems: Array<FieldProblem | undefined>;
	/** Whether one of the buttons was pressed. */
	isSent: boolean;
}

/** The page that asks. @param wrong an answer that was just given and does not count */
export function questionPage(question: Question, wrong?: WrongAnswer): Page {
	const { type, title, message, language, fields, buttons } = question;
	const notSent = takesFiles(question) ? 'incomplete' : 'press';
	const why = say(wrong?.isSent ? 'correct' : notSent, language);
	const note = wrong && markup`<p class="note" role="alert" dir="auto">${why}</p>`;
	const asked = fields.map((field, at) => {
		const entered = wrong?.entered[at] ?? field.entered;
		return fieldMarkup(field, entered, language, wrong?.problems[at]);
	});
	const values = buttonValues(question);
	const pressed = buttons.map(
		(label, at) =>
			markup`<button${at === 0 && type !== 'choice' && markup` class="strong"`} name="answer" value="${values[at]}" dir="auto">${label}</button>\n`,
	);
	const encoding = type === 'customForm' && markup` enctype="${customFormEncoding}"`;
	return page(
		title,
		markup`${message !== '' && markup`<p class="message" id="question" dir="auto">${message}</p>`}
${note}
<form method="post"${encoding}>
${asked}<div class="buttons">
${pressed}</div>
</form>`,
		language,
		wrong ? 400 : 200,
	);
}

/**
 * The page for whoever gave the answer that counts. Somebody can have several such pages, so it says to which question.
 * @param choice the label of the button, if there were several
 */
export function recordedPage({ title, language, recorded }: Question, choice?: string): Page {
	const chosen = choice !== undefined && say('chosen', language, { choice });
	return page(
		say('recordedTitle', language),
		markup`<p dir="auto">${recorded}</p>
<p class="message" dir="auto">${title}</p>
${chosen && markup`<p class="message" dir="auto">${chosen}</p>`}`,
		language,
	);
}

/** Why a question takes no answer, with the status. */
const closed = {
	/** Another answer of the same moment was first. */
	answered: 409,
	/** n8n did not take it, for example because another of its processes just took one. */
	refused: 409,
	/** The link belongs to an earlier question of the same node, for example in a loop. */
	earlier: 410,
	/** The node cannot show the question. */
	broken: 500,
};

/** What was decided, when, and by whose link. What somebody wrote is for the workflow alone. */
function decided(answer: KnownAnswer, language: string, timeZone: string): Markup | undefined {
	const { approved, choice, timedOut, respondedAt, respondedBy: who } = answer;
	if (timedOut) return markup`<p class="message" dir="auto">${say('nobody', language)}</p>`;
	if (respondedAt === undefined || who === undefined) return undefined;
	const button = approved === undefined ? undefined : approved ? 'approve' : 'decline';
	const what = choice ?? (button && say(button, language));
	const time = timeIn(timeZone, new Date(respondedAt), language);
	return markup`${what !== undefined && markup`<p class="message" dir="auto">${what}</p>`}
<p dir="auto">${say('answeredBy', language, { time, who })}</p>`;
}

/** The page of a question that takes no answer. @param answer that counts, if it is known */
export function closedPage(
	why: keyof typeof closed,
	language: string,
	answer: KnownAnswer = {},
	timeZone = 'UTC',
): Page {
	const words = markup`<p dir="auto">${say(why, language)}</p>
${decided(answer, language, timeZone)}`;
	return page(say(`${why}Title`, language), words, language, closed[why]);
}
