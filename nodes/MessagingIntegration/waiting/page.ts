import { createHash } from 'node:crypto';

import { Markup, markup } from './markup';
import { style } from './style';

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
