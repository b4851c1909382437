import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../http/answer/html.js';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:20vh auto;max-width:34rem;padding:0 1rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const BACK = { href: '/console/sign-in', label: 'Back to the sign-in page' };

interface Page {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** Address that the page opens automatically. */
  readonly next?: string;
  /** Link on the page; default: `next`, or the sign-in page. */
  readonly link?: { readonly href: string; readonly label: string };
}

/**
 * Returns a page without a script. A browser shows it between the identity provider and the
 * console.
 */
export function sendPage(reply: FastifyReply, { status, title, text, next, link }: Page): string {
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': POLICY, 'cross-origin-opener-policy': 'same-origin' });
  const refresh = next === undefined ? '' : `<meta http-equiv="refresh" content="0; url=${next}">`;
  const { href, label } =
    link ?? (next === undefined ? BACK : { href: next, label: 'Open the console' });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${refresh}<title>Lethe – ${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="${href}">${escapeHtml(label)}</a></p>
</main>
</body>
</html>
`;
}
