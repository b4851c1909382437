import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

const require = createRequire(import.meta.url);
const { prototype } = require('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };

const { scheduleCheckPendingRequests } = prototype;

/**
 * Lets a connection of kafkajs 2.2.4 rest. By itself each one looks a thousand times a second, from its first answer on,
 * whether a request waits to be sent (tulios/kafkajs#1556): some 2 % of a CPU for each, for nothing. A request that comes
 * to wait has itself looked for, so nothing has to be done while none does. And only for none did it set a timer of negative time,
 * of which Node.js 24 warns in plain text among the lines of a log.
 *
 * Once for the process; connections that are there rest as well.
 */
export function mendQueue(): void {
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
  };
}
