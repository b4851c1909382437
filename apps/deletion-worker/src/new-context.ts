import { randomUUID } from 'node:crypto';
import type { WorkerContext } from '@lethe/contracts';
import type { Clock } from './clock.js';

/** @param answerMs how long to wait for the answer */
export function newContext(clock: Clock, answerMs: number): WorkerContext {
  return { requestId: randomUUID(), deadline: clock.now().wall + answerMs };
}
