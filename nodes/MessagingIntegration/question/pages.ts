import { fieldMarkup, type Problem } from './fields';
import { markup, type Page, page } from './markup';
import { buttonValues, type Question } from './question';

/** An answer that does not count. */
export interface Refused {
	/** What was entered, and what is wrong with it, by field. */
	entered: string[][];
	problems: Array<Problem | undefined>;
	/** Whether one of the buttons was pressed. */
	isSent: boolean;
}

/** The page that asks. @param refused an answer that was just given and does not count */
export function questionPage(question: Question, refused?: Refused): Page {
	const { type, title, message, language, fields, buttons } = question;
	const inEnglish = /^en\b/i.test(language);
	const why = refused?.isSent
		? 'Nothing was recorded: please correct what is marked.'
		: 'Nothing was recorded: please choose one of the buttons.';
	const note = refused && markup`<p class="note" role="alert">${inEnglish ? why : '⚠'}</p>`;
	const asked = fields.map((field, at) => {
		const entered = refused?.entered[at] ?? field.entered;
		return fieldMarkup(field, entered, inEnglish, refused?.problems[at]);
	});
	const values = buttonValues(question);
	const pressed = buttons.map(
		(label, at) =>
			markup`<button${at === 0 && markup` class="strong"`} name="answer" value="${values[at]}" dir="auto">${label}</button>\n`,
	);
	// n8n 2.41 refuses every other encoding from a node whose response type is a custom form (415).
	const encoding = type === 'customForm' && markup` enctype="multipart/form-data"`;
	return page(
		title,
		markup`<p class="message" id="question" dir="auto">${message}</p>
${note}
<form method="post"${encoding}>
${asked}<div class="buttons">
${pressed}</div>
</form>`,
		refused ? 400 : 200,
		language,
	);
}

export const answerRecorded = 'Your answer was recorded. You can close this page.';

/** The page for whoever gave the answer that counts. @param choice the label of the button, if there were several */
export function recordedPage({ title, language, recorded }: Question, choice?: string): Page {
	const words = recorded ?? answerRecorded;
	const said = recorded === undefined ? `You chose: ${choice}` : `✓ ${choice}`;
	return page(
		recorded === undefined ? 'Recorded' : title,
		markup`<p dir="auto">${words}</p>
${choice !== undefined && markup`<p class="message" dir="auto">${said}</p>`}`,
		200,
		language,
	);
}

/** The page for another answer of the same moment. Only the first one got to n8n. */
export const answeredPage = page(
	'This question has just been answered',
	markup`<p>The first answer counts, so yours was not recorded.</p>`,
	409,
);

/** The page for an answer that n8n did not take, for example because another of its processes just took one. */
export const refusedPage = page(
	'This answer was not recorded',
	markup`<p>Perhaps the question was answered at the same moment, or the time for an answer is over. If the link still shows the question, please answer again.</p>`,
	409,
);

/** The page behind a link of an earlier question of the same node, for example in a loop. */
export const earlierQuestionPage = page(
	'This question needs no answer any more',
	markup`<p>The link belongs to an earlier question. If you got a newer message, use the link in it.</p>`,
	410,
);

/** The page if the node cannot show the question. */
export const brokenPage = page(
	'This page cannot be shown',
	markup`<p>Your answer was not recorded. Please try again later, or tell the person who sent you the link.</p>`,
	500,
);
