import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import {
  CHART,
  describeWithHelm,
  helm,
  KUBERNETES_VERSIONS,
  render,
  renderText,
  renderWith,
  SETS,
  validate,
  VALUE_SETS,
} from './support/chart.js';
import { containersOf, workloads, type Manifest } from './support/manifest.js';

/** API groups of other projects. The validator has no schemas of them. */
const FOREIGN = ['cert-manager.io/', 'gateway.networking.k8s.io/', 'monitoring.coreos.com/'];

interface ProductionValues {
  readonly console: { readonly publicUrl: string };
  readonly ingress: {
    readonly host: string;
    readonly annotations: Readonly<Record<string, string>>;
  };
}

describeWithHelm('the chart', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-chart-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  describe.each(KUBERNETES_VERSIONS)('for Kubernetes %s', (version) => {
    it.each(SETS)('passes the linter with the values "%s"', (set) => {
      const values = ['--values', VALUE_SETS[set]];
      const linted = helm('lint', '--strict', '--kube-version', version, CHART, ...values);
      expect(linted).toMatchObject({ status: 0 });
    });

    it.each(SETS)('renders valid objects with the values "%s"', (set) => {
      const files = parseAllDocuments(renderText(set, version)).flatMap((document, index) => {
        const manifest = document.toJS() as Manifest | null;
        if (manifest === null) return [];
        if (FOREIGN.some((group) => manifest.apiVersion.startsWith(group))) return [];
        const file = join(folder, `${set}-${version}-${String(index)}.yaml`);
        writeFileSync(file, document.toString());
        return [file];
      });
      expect(files.length).toBeGreaterThan(10);
      expect(validate(version, files)).toMatchObject({ status: 0 });
    });
  });

  it('is refused by a Kubernetes version before 1.30', () => {
    const args = ['template', CHART, '--values', VALUE_SETS.demo, '--kube-version', '1.29.0'];
    expect(helm(...args)).toMatchObject({
      status: 1,
      output: expect.stringContaining('>=1.30.0') as string,
    });
  });

  it.each(SETS)('has a unique name for each object with the values "%s"', (set) => {
    const names = render(set).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(['demo', 'minimal', 'production'] as const)(
    'can be installed twice in one namespace with the values "%s"',
    (set) => {
      const names = (release: string) =>
        render(set, release).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      const first = names('lethe');
      expect(names('other').filter((name) => first.includes(name))).toEqual([]);
      expect(names('other')).toContain('Deployment other-lethe-gateway');
    },
  );

  it.each(SETS.filter((set) => set !== 'demo'))(
    'creates no Secret and contains no secret value with the values "%s"',
    (set) => {
      const manifests = render(set);
      expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
      for (const { template } of workloads(manifests)) {
        for (const { env = [] } of containersOf(template)) {
          const plain = env.filter(({ name, value }) => {
            const isSecret = /PASSWORD|SECRET_KEY|TOKEN/.test(name) && name !== 'LETHE_RATE_TOKEN';
            return isSecret && !value?.startsWith('/etc/lethe/');
          });
          expect(plain).toEqual([]);
        }
      }
    },
  );

  it.each(SETS)(
    'renders the same objects each time with the values "%s", as Argo CD requires',
    (set) => {
      expect(renderWith(set)).toEqual(renderWith(set));
    },
  );

  it('refuses random secrets of the demo without access to the cluster', () => {
    const args = ['template', CHART, '--values', VALUE_SETS.demo, '--kube-version', '1.30.0'];
    expect(helm(...args)).toMatchObject({
      status: 1,
      output: expect.stringContaining('demo.seed: must not be empty') as string,
    });
  });

  it('has production values with the Secrets of the guide, and with the same host for Ingress and console', () => {
    const guide = readFileSync(new URL('../../docs/kubernetes.md', import.meta.url), 'utf8');
    const created = [...guide.matchAll(/create secret generic ([\w-]+) --from/g)].map(
      ([, name]) => name,
    );
    const text = readFileSync(VALUE_SETS.production, 'utf8');
    const values = parse(text) as ProductionValues;
    // The production values use rpc.tls, so they need no rpc.secret.
    const unnamed = created.filter((name) => !text.includes(`existingSecret: ${name} `));
    expect(unnamed).toEqual(['lethe-rpc-secret']);
    expect(values.console.publicUrl).toBe(`https://${values.ingress.host}`);
    // The minimum of docs/kubernetes.md, section "Ways in".
    const wait = values.ingress.annotations['nginx.ingress.kubernetes.io/proxy-read-timeout'];
    expect(Number(wait)).toBeGreaterThanOrEqual(60);
  });

  it('runs the setup once before the release, and in each pod of the demo', () => {
    const setups = (set: 'demo' | 'production') =>
      workloads(render(set)).flatMap(({ manifest, template }) => {
        const steps = containersOf(template).filter(({ image }) => image.includes('/lethe/cli:'));
        return steps.map(({ args = [] }) => `${manifest.metadata.name}: ${args.join(' ')}`);
      });
    expect(setups('production')).toEqual([
      'lethe-setup: migrate --wait 120',
      'lethe-setup: topics ensure --wait 120',
    ]);
    expect(setups('demo').sort()).toEqual(
      ['deletion-worker', 'gateway', 'regulation', 'test-runner'].flatMap((app) => [
        `lethe-${app}: migrate --wait 120`,
        `lethe-${app}: topics ensure --wait 120`,
      ]),
    );
    const hook = render('production').find(({ kind }) => kind === 'Job');
    expect(hook?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
  });

  it('schedules the setup with the same values as an app', () => {
    const [setup, gateway] = ['Job', 'Deployment'].map((wanted) => {
      const of = ({ kind, metadata }: Manifest) =>
        kind === wanted && /-(?:setup|gateway)$/.test(metadata.name);
      const template = workloads(render('everything').filter(of))[0]?.template;
      const { nodeSelector, tolerations, affinity, priorityClassName } = (template?.spec ??
        {}) as unknown as Record<string, unknown>;
      const { annotations, labels } = template?.metadata ?? {};
      const { team } = labels ?? {};
      return { nodeSelector, tolerations, affinity, priorityClassName, annotations, team };
    });
    expect(setup).toEqual(gateway);
    expect(setup).toMatchObject({ nodeSelector: {}, tolerations: [{}], affinity: {} });
    expect(setup).toMatchObject({
      priorityClassName: expect.anything() as string,
      team: 'privacy',
    });
  });

  it('pulls each image with the configured policy and Secrets', () => {
    const values = ['--set', 'image.pullPolicy=Always,image.pullSecrets={registry}'];
    const all = workloads(renderWith('demo', ...values));
    expect(all).toHaveLength(6);
    for (const { template } of all) {
      expect(template.spec).toMatchObject({ imagePullSecrets: [{ name: 'registry' }] });
      for (const container of containersOf(template))
        expect(container).toMatchObject({ imagePullPolicy: 'Always' });
    }
  });

  it('keeps an old instance of the regulation service until DNS caches know the new one', () => {
    const seconds = Object.fromEntries(
      render('minimal')
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata, spec }) => [metadata.name.replace('lethe-', ''), spec?.minReadySeconds]),
    );
    expect(seconds).toEqual({
      gateway: 5,
      regulation: 35,
      'test-runner': 5,
      'deletion-worker': 5,
    });
  });

  it('keeps every instance until its successor is ready, and requests resources', () => {
    const deployments = render('everything').filter(({ kind }) => kind === 'Deployment');
    expect(deployments).toHaveLength(6);
    for (const { spec, metadata } of deployments) {
      expect(spec).toMatchObject({
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        template: {
          spec: {
            topologySpreadConstraints: [
              { topologyKey: 'kubernetes.io/hostname' },
              { topologyKey: 'topology.kubernetes.io/zone' },
            ],
            containers: [
              {
                resources: {
                  requests: { cpu: expect.anything() as string },
                  limits: { memory: expect.anything() as string },
                },
              },
            ],
          },
        },
      });
      // An upgrade must not reset the number that the autoscaler chose.
      expect(spec).not.toHaveProperty('replicas');
      const guards = render('everything').filter(
        ({ metadata: { name } }) => name === metadata.name,
      );
      const kinds = guards.map(({ kind }) => kind);
      expect(kinds).toEqual(
        expect.arrayContaining(['HorizontalPodAutoscaler', 'PodDisruptionBudget']),
      );
    }
  });
});
