import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeWithHelm } from './support/chart.js';

const kubeconfig = process.env.LETHE_TEST_KUBECONFIG ?? '';
const tool = fileURLToPath(new URL('../tools/try-on-api-server.mjs', import.meta.url));

// A server is too much to ask of every machine: where LETHE_TEST_KUBECONFIG names none, this is skipped.
describeWithHelm('a real API server', () => {
  (kubeconfig === '' ? it.skip : it)(
    'admits, upgrades, rolls back and removes each set of values without a warning',
    () => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [tool, kubeconfig], {
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.match(/uninstalled, nothing is left/g)).toHaveLength(4);
    },
  );
});
