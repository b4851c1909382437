import type { WorkerContext } from '@lethe/api/definition';
import { randomUUID } from 'node:crypto';

import type { Clock } from './clock.js';

/** @param answerMs milliseconds to wait for the answer */
export function newContext(clock: Clock, answerMs: number): WorkerContext {
  return { requestId: randomUUID(), deadline: clock.now().wall + answerMs };
}
