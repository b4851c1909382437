import type { MessagePort } from 'node:worker_threads';
import type { AnsweredMessage, DeliverMessage } from './actions-task.js';
import type { CapturedAnswer, Send } from './preset-run.js';

/** Statuses whose answers may not have a body. */
const BODILESS = new Set([204, 205, 304]);

/** Hands requests to the thread at the other end of a port, and brings its answers back. */
export function sendThrough(port: MessagePort): Send {
  const waiting = new Map<number, (answer: CapturedAnswer) => void>();
  let next = 0;
  port.on('message', (message: AnsweredMessage) => {
    waiting.get(message.id)?.(toResponse(message));
    waiting.delete(message.id);
  });
  return (request) =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      port.postMessage({ id, request } satisfies DeliverMessage);
    });
}

function toResponse({ status, contentType, text }: AnsweredMessage): CapturedAnswer {
  if (status < 200 || status > 599) return 'none';
  const body = BODILESS.has(status) || text === '' ? null : text;
  return new Response(body, { status, headers: { 'content-type': contentType } });
}
