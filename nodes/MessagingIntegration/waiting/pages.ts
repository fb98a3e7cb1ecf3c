import { longestText } from './answerOf';
import { type Markup, markup } from './markup';
import { type Page, page } from './page';
import type { Question } from './question';

const nothing = markup``;

function field(name: string, label: string, rows: string, required = nothing): Markup {
	return markup`<label for="${name}">${label}</label>
<textarea id="${name}" name="${name}" rows="${rows}" maxlength="${String(longestText)}" dir="auto"${required}></textarea>`;
}

function fieldsOf({ form }: Question): Markup {
	if (form.type === 'freeText') {
		return markup`${field('text', 'Your answer', '5', markup` required`)}
<div class="buttons"><button class="strong">Send answer</button></div>`;
	}
	const { approveLabel, declineLabel } = form;
	const decline =
		declineLabel === undefined
			? nothing
			: markup`<button name="answer" value="decline" dir="auto">${declineLabel}</button>`;
	return markup`${field('comment', 'Comment (optional)', '2')}
<div class="buttons">
<button class="strong" name="answer" value="approve" dir="auto">${approveLabel}</button>
${decline}
</div>`;
}

/** The page that asks. @param problem why the answer that was just given was not recorded */
export function questionPage(question: Question, problem?: string): Page {
	const note =
		problem === undefined ? nothing : markup`<p class="note" role="alert">${problem}</p>`;
	return page(
		'Please answer',
		markup`<p class="message" dir="auto">${question.message}</p>
${note}
<form method="post">
${fieldsOf(question)}
</form>`,
		problem === undefined ? 200 : 400,
	);
}

/** The page for whoever gave the answer that counts. */
export const recordedPage = page(
	'Recorded',
	markup`<p>Your answer was recorded. You can close this page.</p>`,
);

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
