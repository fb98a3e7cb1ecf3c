// Tests: test/unit/questionPage.test.ts
import { createHash } from 'node:crypto';

import { Markup, markup } from './markup';

/**
 * The style of all pages. Their policy contains its digest. Two buttons stand side by side if both labels fit on half a
 * line, otherwise each has a line of its own, as three and more have. A button that was clicked and not reached by the keyboard has
 * the focus: then further clicks are ignored, so that a double click sends one answer.
 */
const style = `
:root { color-scheme: light dark; --ground: #f3f4f6; --paper: #fff; --ink: #1a1d21; --soft: #565d66; --line: #767d86; --strong: #1f5fbf; --on-strong: #fff; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181c; --paper: #22262c; --ink: #eceef1; --soft: #b3bac3; --line: #8b929c; --strong: #8fb8ff; --on-strong: #10141a; --wrong: #ffb4ab; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem 1rem 2.5rem; }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.35; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; white-space: pre-line; }
.message { padding: 1rem; font-size: 1.1875rem; border-radius: .5rem; background: var(--paper); white-space: pre-wrap; overflow-wrap: anywhere; }
.note { padding: .75rem 1rem; border-inline-start: .25rem solid var(--wrong); background: var(--paper); }
h1, .message, .field, button { unicode-bidi: plaintext; }
.field { margin: 0 0 1.25rem; padding: 0; border: 0; min-width: 0; overflow-wrap: anywhere; }
.field > label, legend { display: block; margin-bottom: .25rem; padding: 0; color: var(--soft); }
.box, select { display: block; width: 100%; min-height: 3rem; padding: .625rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); color: inherit; font: inherit; resize: vertical; }
.field > .choice { display: flex; gap: .75rem; padding: .625rem 0; color: inherit; }
.choice input { flex: none; width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--strong); }
textarea.box { min-height: 9rem; field-sizing: content; }
textarea#comment { min-height: 3rem; }
.hint { margin: .25rem 0 0; color: var(--soft); font-size: .9375rem; }
.note, .problem { color: var(--wrong); font-weight: 600; }
.problem { margin: .25rem 0 0; }
.box[aria-invalid], select[aria-invalid] { border: 2px solid var(--wrong); }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; }
button { flex: 1 1 max-content; min-width: calc(50% - .375rem); min-height: 3rem; max-width: 100%; padding: .5rem 1rem; border: 2px solid var(--strong); border-radius: .5rem; background: var(--paper); color: var(--ink); font: inherit; font-weight: 600; overflow-wrap: break-word; cursor: pointer; }
.buttons:has(:nth-child(3)) button { flex-basis: 100%; }
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

/** The scripts that are written from right to left. */
const rightToLeft = /^(Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa)$/;

/** @param language BCP 47 */
export function page(title: string, content: Markup, language: string, status = 200): Page {
	const { script = '' } = new Intl.Locale(language).maximize();
	const { html } = markup`<!doctype html>
<html lang="${language}" dir="${rightToLeft.test(script) ? 'rtl' : 'ltr'}">
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
<h1 id="heading" dir="auto">${title}</h1>
${content}
</main>
</body>
</html>
`;
	return { status, body: html };
}
