import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeWithHelm } from './support/chart.js';

const kubeconfig = process.env.LETHE_TEST_KUBECONFIG ?? '';
const tool = fileURLToPath(new URL('../tools/try-on-api-server.mjs', import.meta.url));

describeWithHelm('the trial on an API server', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' });

  it('requires a kubeconfig', () => {
    const { status, stderr } = run();
    expect(status).not.toBe(0);
    expect(stderr).toContain('kubeconfig');
  });

  // Needs a Kubernetes API server, which LETHE_TEST_KUBECONFIG names.
  if (kubeconfig !== '') {
    it('admits, upgrades, rolls back and removes each set of values without a warning', () => {
      const { status, stdout, stderr } = run(kubeconfig);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.match(/uninstalled, nothing is left/g)).toHaveLength(4);
    });
  }
});
