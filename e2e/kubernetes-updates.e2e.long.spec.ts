import { describeOnKubernetes, KubeNode, type Pod } from './kubernetes/kube-node.js';
import { KubeLoad, type Round } from './kubernetes/kube-load.js';
import { KubeSystem } from './kubernetes/kube-system.js';
import { buildNextRelease, NEXT_MIGRATION, NEXT_TAG } from './kubernetes/next-release.js';
import { NAMESPACE, RELEASE } from './kubernetes/production-values.js';

const SELECTOR = ['--namespace', NAMESPACE, '--selector', `app.kubernetes.io/instance=${RELEASE}`];
const APPS = ['gateway', 'regulation', 'test-runner', 'deletion-worker', 'event-filter'];

describeOnKubernetes('changes of a release under load', () => {
  let system: KubeSystem;
  let load: KubeLoad;
  const kubectl = (...args: readonly string[]) => system.node.kubectl(...args);

  beforeAll(async () => {
    system = await KubeSystem.start(KubeNode.ofThisRun());
    load = await KubeLoad.start(system);
  });
  afterAll(() => system.stop());

  /** Prints figures that no test checks, for docs/kubernetes.md. */
  async function measured(what: string, change: () => Promise<unknown>): Promise<Round> {
    let seconds = 0;
    const round = await load.during(async () => {
      const startedAt = performance.now();
      await change();
      seconds = (performance.now() - startedAt) / 1_000;
    });
    const { answers, repeated, failed, once } = round;
    process.stdout.write(
      `${what}: ${seconds.toFixed(0)} s, ${answers} answers, ${repeated.length} repeated, ${failed.length} failed, not repeated: ${once.join(', ') || 'none'}\n`,
    );
    return round;
  }

  const migrations = async (): Promise<number[]> => {
    const rows = await system.query<{ number: number }>(
      'select number from regulation.compatibility',
    );
    return rows.map(({ number }) => number);
  };

  const names = async (app: string): Promise<string[]> => {
    const pods: Pod[] = await system.release.pods(app);
    return pods.map(({ metadata }) => metadata.name);
  };

  it('a rolling restart of all Deployments fails no operation', async () => {
    const { failed } = await measured('rolling restart', async () => {
      await kubectl('rollout', 'restart', 'deployment', ...SELECTOR);
      await system.ready();
    });
    expect(failed).toEqual([]);
  });

  it('an upgrade with a migration, and a rollback, fail no operation', async () => {
    await buildNextRelease(system.node);
    const upgrade = await measured('upgrade', async () => {
      await system.release.install(NEXT_TAG);
      await system.ready();
    });
    expect(upgrade.failed).toEqual([]);
    const images = (await system.release.pods()).map(({ spec }) => spec.containers[0]!.image);
    expect(images.filter((image) => !image.endsWith(`:${NEXT_TAG}`))).toEqual([]);
    expect(await migrations()).toContain(NEXT_MIGRATION);
    const rollback = await measured('rollback', async () => {
      await system.node.helm('rollback', RELEASE, '--namespace', NAMESPACE);
      await system.ready();
    });
    expect(rollback.failed).toEqual([]);
  });

  it.each(APPS)('a killed pod of the app %s loses nothing', async (app) => {
    const [victim] = await names(app);
    await measured(`kill of ${app}`, async () => {
      await kubectl('delete', 'pod', victim!, '--force', '-n', NAMESPACE);
      await system.ready();
    });
  });

  it('a drain of the node stops at the disruption budget, and fails no operation', async () => {
    const { failed } = await measured('drain', async () => {
      const drain = kubectl(
        ...['drain', 'node', '--delete-emptydir-data', '--timeout', '60s'],
        ...['--pod-selector', `app.kubernetes.io/instance=${RELEASE}`],
      );
      await expect(drain).rejects.toThrow(/violate the pod's disruption budget/);
      for (const app of APPS) {
        const pods = await system.release.pods(app);
        const ready = pods.filter(({ status }) =>
          status.conditions?.some((one) => one.type === 'Ready' && one.status === 'True'),
        );
        expect([app, ready.length]).toEqual([app, 1]);
      }
      await kubectl('uncordon', 'node');
      await system.ready();
    });
    expect(failed).toEqual([]);
  });

  it('nothing was lost or doubled', async () => {
    const { problems, summary } = await load.end();
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    // Without work, nothing could be lost.
    expect(summary.operations.create?.acknowledged).toBeGreaterThan(0);
    expect(summary.deliveredRuns).toBeGreaterThan(0);
    expect(summary.deletions.complete).toBeGreaterThan(0);
    expect(summary.events.dropped).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
});
