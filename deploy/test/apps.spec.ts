import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkWorkspaceFile,
  environmentOf,
  isInTree,
  readerOf,
} from './support/app-environment.js';
import { describeWithHelm, render, SETS } from './support/chart.js';
import { appOf, containersOf, workloads, type Container } from './support/manifest.js';

/** Maximum seconds of a clean shutdown of each app, from values.yaml. */
const LONGEST_END: Readonly<Record<string, number>> = {
  gateway: 40,
  regulation: 35,
  'test-runner': 30,
  'deletion-worker': 45,
  'event-filter': 20,
};
const HEALTH_PATHS = ['/livez', '/readyz'];

describeWithHelm('the apps in the chart', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-chart-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  describe.each(SETS)('with the values "%s"', (set) => {
    const ours = workloads(render(set)).flatMap(({ manifest, template }) =>
      containersOf(template).flatMap((container) => {
        const app = appOf(container);
        const title = `${manifest.metadata.name}, ${container.name}`;
        return app === undefined ? [] : [{ title, app, container, template }];
      }),
    );
    const there = ours.filter(({ app }) => isInTree(app));
    const running = there.filter(({ app }) => app !== 'cli');

    it('are all known to this test', () => {
      const known = ['gateway', 'regulation', 'test-runner', 'deletion-worker'];
      known.push('event-filter', 'cli');
      expect(
        [...new Set(ours.map(({ app }) => app))].filter((app) => !known.includes(app)),
      ).toEqual([]);
      expect(ours.length).toBeGreaterThan(4);
    });

    it.each(there)('$title gets only variables that it knows', async ({ app, container }) => {
      const { variables } = await readerOf(app, container.args ?? []);
      const unknown = (container.env ?? []).filter(({ name }) => !variables.includes(name));
      expect(unknown).toEqual([]);
    });

    it.each(there)('$title accepts its environment', async ({ app, container, template }) => {
      const { load } = await readerOf(app, container.args ?? []);
      const environment = environmentOf(container, template, folder);
      expect(() => load(environment)).not.toThrow();
      const names = (container.env ?? []).map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
    });

    it.each(running)('$title has probes on its health port', async (entry) => {
      const { container, template, app } = entry;
      const { load } = await readerOf(app, []);
      const config = load(environmentOf(container, template, folder)) as { PORT: number };
      for (const probe of [
        container.startupProbe,
        container.livenessProbe,
        container.readinessProbe,
      ]) {
        expect(HEALTH_PATHS).toContain(probe?.httpGet?.path);
        expect(portOf(container, probe?.httpGet?.port)).toBe(config.PORT);
      }
      expect(container.readinessProbe?.httpGet?.path).toBe('/readyz');
      expect(container.livenessProbe?.httpGet?.path).toBe('/livez');
    });

    it.each(running)('$title has enough time for a clean shutdown', (entry) => {
      const { container, template, app } = entry;
      const before = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
      const grace = template.spec.terminationGracePeriodSeconds ?? 0;
      expect(grace - before).toBeGreaterThan(LONGEST_END[app] ?? Infinity);
      const isAddressed = app === 'gateway' || app === 'regulation';
      expect(before > 0).toBe(isAddressed);
    });

    it('reach the regulation service by its address', async () => {
      const gateway = running.find(({ app }) => app === 'gateway')!;
      const regulation = running.find(({ app }) => app === 'regulation')!;
      const service = render(set).find(({ kind, metadata: { name } }) => {
        return kind === 'Service' && name.endsWith('-regulation');
      });
      const environment = environmentOf(gateway.container, gateway.template, folder);
      const { name, namespace } = service!.metadata;
      expect(environment.LETHE_REGULATION_ADDRESS).toBe(`${name}.${String(namespace)}.svc:3001`);
      expect(service?.spec).toMatchObject({
        clusterIP: 'None',
        ports: [{ port: 3001, targetPort: 'commands' }],
        selector: selectorOf(set, 'regulation'),
      });
      const { load } = await readerOf('regulation', []);
      const config = load(environmentOf(regulation.container, regulation.template, folder));
      expect(config).toMatchObject({ LETHE_REGULATION_LISTEN: '0.0.0.0:3001', HOST: '0.0.0.0' });
      expect(portOf(regulation.container, 'commands')).toBe(3001);
    });
  });

  it('accept the key and the workspaces that the demo creates', async () => {
    const secret = render('demo').find(({ kind }) => kind === 'Secret');
    const data = secret?.stringData ?? {};
    await checkWorkspaceFile(data['workspaces.yaml'] ?? '');
    expect(data['workspaces.yaml']).toContain(data.token);
    const { load } = await readerOf('gateway', []);
    const environment = {
      DATABASE_URL: 'postgres://h/lethe',
      KAFKA_BROKERS: 'h:9092',
      LETHE_REGULATION_ADDRESS: 'h:3001',
    };
    const config = load({ ...environment, LETHE_SECRET_KEY: data['secret-key'] });
    expect(config).toMatchObject({ LETHE_SECRET_KEY: [{ id: 'demo' }] });
  });
});

function portOf({ ports = [] }: Container, port: string | number | undefined): number | undefined {
  const named = ports.find(({ name }) => name === port)?.containerPort;
  return typeof port === 'number' ? port : named;
}

function selectorOf(set: (typeof SETS)[number], component: string) {
  const deployment = render(set).find(({ kind, metadata }) => {
    const labels = metadata.labels ?? {};
    return kind === 'Deployment' && labels['app.kubernetes.io/component'] === component;
  });
  return (deployment?.spec?.selector as { matchLabels: object }).matchLabels;
}
