import type { MessagePort } from 'node:worker_threads';
import type { AnsweredMessage, DeliverMessage } from '../actions-task.js';
import { toAnswer, type CapturedAnswer } from './captured-answer.js';
import type { Send } from './preset-run.js';

/** Returns a function that passes a request to the sending thread, and resolves to its answer. */
export function sendThroughPort(port: MessagePort): Send {
  const waiting = new Map<number, (answer: CapturedAnswer) => void>();
  let next = 0;
  port.on('message', ({ id, status, text, contentType }: AnsweredMessage) => {
    waiting.get(id)?.(toAnswer(status, text, contentType));
    waiting.delete(id);
  });
  return (request) =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      port.postMessage({ id, request } satisfies DeliverMessage);
    });
}
