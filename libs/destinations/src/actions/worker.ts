import { setClock } from '@lethe/sandbox';
import { workerData } from 'node:worker_threads';
import { loadActionsLibrary } from './actions-library.js';
import type { ActionsResult, ActionsTask } from './actions-task.js';
import { captureRequests } from './capture.js';
import { forbidNetwork } from './network-belt.js';
import { sendThrough } from './port-sender.js';
import { createPresetRunner } from './run-presets.js';
import { silenceConsole } from './silence-console.js';

// The order counts: what loads after these finds nothing that would let it out.
silenceConsole();
captureRequests();
forbidNetwork();
// What an integration starts and forgets may fail when nobody waits for it any more. That is no
// reason to take a thread away from the run that comes next.
process.on('uncaughtException', () => undefined);
const run = createPresetRunner(loadActionsLibrary(manifestPath(workerData)));

/** One run in this thread; there is never a second beside it. */
export default async function runTask(task: ActionsTask): Promise<ActionsResult> {
  const { port, clock } = task;
  setClock(clock, true);
  if (port === undefined) return run(task, undefined);
  try {
    return await run(task, sendThrough(port));
  } finally {
    port.close();
  }
}

/** Piscina puts the data of its user behind its own. */
function manifestPath(data: unknown): string | undefined {
  const own: unknown = Array.isArray(data) ? data.at(-1) : data;
  const path = (own as { readonly manifestPath?: unknown } | null)?.manifestPath;
  return typeof path === 'string' ? path : undefined;
}
