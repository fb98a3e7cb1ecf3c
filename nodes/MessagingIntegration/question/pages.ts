import { createHash } from 'node:crypto';

import { longestText, type Question } from './question';

/** HTML. Only `markup` makes it, so everything else is escaped. */
export class Markup {
	constructor(readonly html: string) {}
}

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Builds HTML from a template. Values are escaped, unless they are HTML themselves. */
export function markup(parts: TemplateStringsArray, ...values: Array<string | Markup>): Markup {
	const filled = values.map((value) => (value instanceof Markup ? value.html : escaped(value)));
	return new Markup(parts.reduce((before, part, at) => before + (filled[at - 1] ?? '') + part));
}

/**
 * The style of all pages. Their policy contains its digest. A button that was clicked and not reached by the keyboard has
 * the focus: then further clicks are ignored, so that a double click sends one answer.
 */
export const style = `
:root { color-scheme: light dark; --ground: #f3f4f6; --paper: #fff; --ink: #1a1d21; --soft: #565d66; --line: #767d86; --strong: #1f5fbf; --on-strong: #fff; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181c; --paper: #22262c; --ink: #eceef1; --soft: #b3bac3; --line: #8b929c; --strong: #8fb8ff; --on-strong: #10141a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem 1rem 2.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; }
p { margin: 0 0 1rem; }
.message { padding: 1rem; border-radius: .5rem; background: var(--paper); white-space: pre-wrap; overflow-wrap: anywhere; }
.note { padding: .75rem 1rem; border-inline-start: .25rem solid var(--strong); background: var(--paper); }
label { display: block; margin-bottom: .25rem; color: var(--soft); }
textarea { display: block; width: 100%; margin-bottom: 1rem; padding: .625rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); color: inherit; font: inherit; resize: vertical; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
button { flex: 1 1 8rem; min-height: 3rem; max-width: 100%; padding: .5rem 1rem; border: 2px solid var(--strong); border-radius: .5rem; background: var(--paper); color: var(--ink); font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
.buttons:has(button:focus:not(:focus-visible, :active)) button { pointer-events: none; }
button.strong { background: var(--strong); color: var(--on-strong); }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
`;

/** A page that contains no script and loads nothing. */
export interface Page {
	status: number;
	/** A complete HTML document. */
	body: string;
}

const policy = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join('; ');

/** n8n sets none of these for a page of a node. */
export const pageHeaders = {
	'Content-Security-Policy': policy,
	'Referrer-Policy': 'no-referrer',
	'X-Robots-Tag': 'noindex, nofollow',
	'X-Content-Type-Options': 'nosniff',
	'Cache-Control': 'no-store',
};

export function page(title: string, content: Markup, status = 200): Page {
	const { html } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
	return { status, body: html };
}

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
