import { setClock } from '@lethe/sandbox';
import { workerData } from 'node:worker_threads';
import { loadActionsLibrary } from './actions-library.js';
import type { ActionsResult, ActionsTask } from '../actions-task.js';
import { captureRequests } from './capture-requests.js';
import { forbidNetwork } from './forbid-network.js';
import { sendThroughPort } from './send-through-port.js';
import { runDeletion } from './run-deletion.js';
import { createPresetRunner } from './run-presets.js';
import { silenceConsole } from './silence-console.js';

// The order counts: modules loaded after these calls can no longer reach the network or the
// console.
silenceConsole();
captureRequests();
forbidNetwork();
// Work that an integration started without waiting for it may fail later. That must not end the
// thread, which the next run needs.
process.on('uncaughtException', () => undefined);
const library = loadActionsLibrary(manifestPath(workerData));
const run = createPresetRunner(library);

/** One run in this thread; there is never a second beside it. */
export default async function runTask(task: ActionsTask): Promise<ActionsResult> {
  const { port, clock } = task;
  setClock(clock, true);
  if (task.deletion !== undefined) return runDeletion(library, task, task.deletion);
  if (port === undefined) return run(task, undefined);
  try {
    return await run(task, sendThroughPort(port));
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
