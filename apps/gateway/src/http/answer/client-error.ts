import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_TABLE, type ErrorCode } from '@lethe/contracts';
import type { Logger } from '@lethe/observability';

/**
 * Answers input that did not become a request, such as broken HTTP, headers over the limit, or a
 * body that did not arrive in time. Such input has no reply object, so the answer is written to the
 * socket, after the answers to all complete requests on the connection.
 */
export function clientErrorHandler(logger: Logger) {
  const handled = new WeakSet<Socket>();
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || handled.has(socket)) return;
    handled.add(socket); // each further piece of the input is an error again
    const code = codeOf(error.code);
    const { status, message } = ERROR_TABLE[code];
    const answer = (): void => {
      const earlier = openAnswer(socket);
      if (earlier?.req.complete === true) {
        earlier.once('finish', answer);
        return;
      }
      const requestId = randomUUID();
      logger.info({ requestId, route: 'unparsed', status }, 'request');
      if (socket.writable) socket.write(rawAnswer(status, code, message, requestId));
      socket.destroySoon();
    };
    answer();
  };
}

/** Returns the answer that Node.js is about to write, or writes, to the socket. */
function openAnswer(socket: Socket): ServerResponse | null | undefined {
  return (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage;
}

function codeOf(reason: string | undefined): ErrorCode {
  if (reason === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (reason === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return 'invalid_request';
}

function rawAnswer(status: number, code: ErrorCode, message: string, requestId: string): string {
  const text = code === 'invalid_request' ? 'The request is not valid HTTP.' : message;
  const body = JSON.stringify({ message: text, code, requestId });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
