import { createDelivery } from '@lethe/egress';
import { createNativeProvider } from '@lethe/destinations';
import { createEgress } from '@lethe/egress';
import { FairSlots } from '@lethe/resilience';
import { Sandbox } from '@lethe/sandbox';
import { runTest } from '@lethe/test-runner';

/**
 * Calls the stages of a test run in this process, without HTTP, credentials, catalog and broker.
 *
 * @param destination in the form of a workspace file
 * @param code of the transformation that runs before the destination
 * @param library the library that the code imports
 * @returns `run(stages, message)` and `close()`
 */
export function directStages(workspaceId, destination, code, library) {
  const now = new Date();
  const target = {
    destination: {
      ...destination,
      workspaceId,
      enabled: true,
      connectionMode: 'cloud',
      transformationId: 'tr_bench',
      createdAt: now,
      updatedAt: now,
    },
    transformation: { id: 'tr_bench', name: 'bench', code },
    libraries: [library],
    credentials: {},
  };
  const allow = ['127.0.0.1'];
  const sandbox = new Sandbox({ egressAllow: allow });
  const egress = createEgress({ allow });
  const provider = createNativeProvider();
  const slots = new FairSlots({ slots: 64, perOwner: 64, maxWaiting: 64 });
  const parts = {
    findTarget: () => Promise.resolve(target),
    findTransformationTarget: () => Promise.resolve(undefined),
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
        workspaceId,
        destinationIds: [target.destination.id],
        deadline: Date.now() + 25_000,
        stages,
        message,
      };
      await runTest(parts, request, {
        taken: Promise.resolve(),
        slots,
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
