import { createDelivery } from '@lethe/delivery';
import { createNativeProvider } from '@lethe/destinations';
import { createEgress } from '@lethe/egress';
import { FairSlots } from '@lethe/resilience';
import { Sandbox } from '@lethe/sandbox';
import { runTest } from '@lethe/test-runner';

/**
 * The stages of a test run, called in this process: no HTTP, no credentials, no catalog, no broker.
 *
 * @param target the destination with its transformation
 * @returns `run(stages, message)` and `close()`
 */
export function directStages(target) {
  const allow = ['127.0.0.1'];
  const sandbox = new Sandbox({ egressAllow: allow });
  const egress = createEgress({ allow });
  const provider = createNativeProvider();
  const turns = new FairSlots({ slots: 64, perOwner: 64, maxWaiting: 64 });
  const parts = {
    findTarget: () => Promise.resolve(target),
    openConfig: () => ({}),
    runUserCode: (run, options) => sandbox.run(run, options),
    providerOf: () => provider,
    deliver: createDelivery({ egress }),
    onDefect: (stage, error) => {
      throw error;
    },
  };
  return {
    run: async (stages, message) => {
      const request = {
        runId: 'direct',
        requestId: 'direct',
        workspaceId: 'ws_bench',
        destinationIds: [target.destination.id],
        deadline: Date.now() + 25_000,
        stages,
        message,
      };
      await runTest(parts, request, {
        taken: Promise.resolve(),
        turns,
        onResult: (_id, result) => {
          JSON.stringify(result);
          return Promise.resolve();
        },
      });
    },
    close: async () => {
      await sandbox.close();
      await egress.close();
    },
  };
}
