import type { DeletionInput, DeletionOutcome } from '@lethe/destinations';
import { DeletionWorker, type DeletionWorkerOptions } from '../../src/deletion-worker.js';
import { StrictService } from './strict-service.js';
import { VirtualTime, WorkerClock } from './virtual-time.js';

/** A worker on the service in memory; `deletes` plays the provider. */
export function setUpWorker(
  deletes: (input: DeletionInput, clock: WorkerClock) => Promise<DeletionOutcome>,
  further: Partial<DeletionWorkerOptions['parts']> = {},
) {
  const time = new VirtualTime();
  const service = new StrictService(time);
  const clock = new WorkerClock(time);
  const defects: string[] = [];
  const worker = new DeletionWorker({
    commands: service,
    clock,
    worker: 'worker',
    concurrency: 20,
    leaseMs: 60_000,
    onServiceFailure: () => undefined,
    parts: {
      findTarget: (workspaceId, id) =>
        Promise.resolve({
          id,
          workspaceId,
          type: 'WEBHOOK',
          connectionMode: 'cloud',
          config: { deletionUrl: 'https://x.example/d', deletionSecret: 'hunter2-hunter2' },
        }),
      providerOf: () => ({
        delete: (input) => deletes(input, clock),
        close: () => Promise.resolve(),
      }),
      rateOf: () => 1_000,
      onDefect: (part) => {
        defects.push(part);
      },
      ...further,
    },
  });
  const outcomeOf = (jobId: string) => service.jobs.get(jobId)?.outcomes.at(-1);
  return { time, service, clock, worker, defects, outcomeOf };
}
