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

// These calls come before the library is loaded, so that its modules cannot reach the network or
// the console.
silenceConsole();
captureRequests();
forbidNetwork();
// A promise that an integration does not await can fail later. Such a failure must not end the
// thread, because the next run needs the thread.
process.on('uncaughtException', () => undefined);
const library = loadActionsLibrary(manifestPath(workerData));
const run = createPresetRunner(library);

/** Runs one task. A thread never runs two tasks at the same time. */
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

/** Returns the configured path. Piscina puts its own worker data before the data of Lethe. */
function manifestPath(data: unknown): string | undefined {
  const configured: unknown = Array.isArray(data) ? data.at(-1) : data;
  const path = (configured as { readonly manifestPath?: unknown } | null)?.manifestPath;
  return typeof path === 'string' ? path : undefined;
}
