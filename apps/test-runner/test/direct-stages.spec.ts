import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@lethe/contracts';
import { MESSAGE, SEND } from './test-parts.js';

interface DirectStages {
  run(stages: typeof SEND, message: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/** Benchmarks are not type-checked, and only the long tests run them. */
const PROGRAM = fileURLToPath(
  new URL('../../../bench/baselines/direct-stages.mjs', import.meta.url),
);

describe('the stages that bench/test-runs.bench.mjs calls directly', () => {
  it('run with the present test runner', async () => {
    const { directStages } = (await import(PROGRAM)) as {
      directStages: (workspaceId: string, destination: object) => DirectStages;
    };
    const destination = {
      id: 'dst_1',
      name: 'dst_1',
      type: 'WEBHOOK',
      config: { webhookUrl: 'https://a.example' },
    };
    const stages = directStages('ws_1', destination);
    try {
      const run = stages.run({ ...SEND, sendToDestination: false }, MESSAGE);
      await expect(run).resolves.toBeUndefined();
    } finally {
      await stages.close();
    }
  });
});
