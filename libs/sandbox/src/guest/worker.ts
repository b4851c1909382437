import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import { createEgress } from '@lethe/egress';
import type { GuestResult, GuestTask } from './guest-task.js';
import { setClock } from '../threads/thread-watch.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';
import { TransformationEngine } from './transformation-engine.js';

/** Settings that a thread gets when it starts. */
export interface WorkerSettings {
  readonly egressAllow: readonly string[];
  readonly limits: SandboxLimits;
}

const { egressAllow, limits } = workerData as WorkerSettings;
const wasmFile = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
const engine = new TransformationEngine(
  await WebAssembly.compile(await readFile(wasmFile)),
  limits,
  createEgress({ allow: egressAllow }),
);

/** Runs a transformation. The pool never calls this function during another run of the thread. */
export default async function run(task: GuestTask): Promise<GuestResult> {
  setClock(task.clock, true);
  return engine.run(task);
}
