import { ERROR_TABLE } from '@lethe/contracts';
import { escapeHtml } from '../http/answer/html.js';

/** Returns an HTML page with the table of error codes, for gateways without guides. */
export function renderErrorPage(): string {
  const rows = Object.entries(ERROR_TABLE)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(
      ([code, { status, message, retryable, description }]) =>
        `<tr id="${code}"><td>${status}</td><td><code>${code}</code></td>` +
        `<td>${escapeHtml(message)}</td><td>${escapeHtml(description)}</td>` +
        `<td>${retryable ? 'yes' : 'no'}</td></tr>`,
    );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Lethe – error codes</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #ccc; padding: .5rem; text-align: left; vertical-align: top; }
</style>
</head>
<body>
<h1>Error codes</h1>
<p>Every error is <code>{ "message", "code", "details"?, "requestId" }</code>. In programs,
use <code>code</code>; the message is for people. <a href="/docs/reference">API reference</a></p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>Message</th><th>When, and what to do</th><th>Retry unchanged</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</body>
</html>
`;
}
