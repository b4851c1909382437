import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

const require = createRequire(import.meta.url);
const { prototype } = require('kafkajs/src/network/requestQueue') as { prototype: RequestQueue };

const { scheduleCheckPendingRequests } = prototype;

/**
 * Stops the idle polling of kafkajs 2.2.4. Without this fix, each connection checks 1,000 times a
 * second whether a request waits. This takes about 2 % of a CPU per connection
 * (tulios/kafkajs#1556). While no request waits, no check is needed, because a request that starts
 * to wait triggers a check. Idle checks also set timers with a negative time, for which Node.js 24
 * prints a plain-text warning into the log.
 *
 * The fix applies to the whole process, including existing connections.
 */
export function fixQueue(): void {
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
  };
}
