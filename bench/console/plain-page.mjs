import { createServer } from 'node:http';

const ROWS = 20_000;

/** A page of rows that are all there, with nothing that runs: what the browser itself takes to scroll. @returns its address */
export async function startPlainPage(session) {
  const rows = Array.from({ length: ROWS }, (_, row) => `<div>Suppress us*** active ${row}</div>`);
  const page = `<!doctype html><style>
    [role=grid] { height: 560px; overflow: auto } [role=grid] div { height: 40px; border-bottom: 1px solid #ccc }
    </style><div role="grid">${rows.join('')}</div>`;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(page);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  session.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}
