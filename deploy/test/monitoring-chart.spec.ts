import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { describeWithHelm, render, renderWith, type ValueSet } from './support/chart.js';
import { workloads, type Manifest } from './support/manifest.js';

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../monitoring/${name}`, import.meta.url)), 'utf8');
const RUNBOOKS = 'https://github.com/lethe/lethe/blob/main/docs/runbooks';

interface Groups {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string }[] }[];
}
const ALERTS = parse(read('alerts.yaml')) as Groups;

const find = (manifests: readonly Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind);
const alertsOf = ({ groups }: Groups) =>
  groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

describeWithHelm('monitoring in the chart', () => {
  it.each(['demo', 'minimal', 'production'] satisfies ValueSet[])(
    'is off with the values "%s"',
    (set) => {
      const manifests = render(set);
      for (const kind of ['PodMonitor', 'PrometheusRule', 'ConfigMap'])
        expect(find(manifests, kind)).toEqual([]);
    },
  );

  it('has the alerts of the file', () => {
    const [rule] = find(
      renderWith('minimal', '--set', 'monitoring.rules.enabled=true'),
      'PrometheusRule',
    );
    expect(rule?.spec).toEqual(ALERTS);
  });

  it('leaves alerts out, and names the runbooks, as the values say', () => {
    const [rule] = find(render('everything'), 'PrometheusRule');
    const left = alertsOf(rule?.spec as unknown as Groups);
    const all = alertsOf(ALERTS);
    expect(all.filter((alert) => !left.includes(alert))).toEqual(['LetheNoDeletionWorker']);
    const text = JSON.stringify(rule);
    expect(text).toContain('https://wiki.example.com/lethe/lethe-no-relay.md');
    expect(text).not.toContain(RUNBOOKS);
    expect(rule?.metadata.labels).toMatchObject({ release: 'prometheus' });
  });

  it('scrapes every pod of the release once, by the labels that the alerts rely on', () => {
    const manifests = render('everything');
    const [monitor] = find(manifests, 'PodMonitor');
    const { selector, podMetricsEndpoints: endpoints } = monitor?.spec as {
      selector: { matchLabels: Record<string, string> };
      podMetricsEndpoints: { port: string; relabelings: { targetLabel: string }[] }[];
    };
    const deployments = workloads(manifests).filter(
      ({ manifest }) => manifest.kind === 'Deployment',
    );
    for (const { template } of deployments) {
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
      const names = template.spec.containers.flatMap(({ ports = [] }) =>
        ports.map(({ name }) => name),
      );
      expect(endpoints.filter(({ port }) => names.includes(port))).toHaveLength(1);
    }
    for (const { relabelings } of endpoints) {
      expect(relabelings).toEqual([
        expect.objectContaining({ targetLabel: 'job', replacement: 'lethe-$1' }),
        { targetLabel: 'installation', replacement: 'privacy/lethe' },
      ]);
    }
  });

  it('hands the dashboard to Grafana', () => {
    const [map] = find(render('everything'), 'ConfigMap') as (Manifest & {
      readonly data: Record<string, string>;
    })[];
    expect(map?.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(JSON.parse(map?.data['lethe.json'] ?? '')).toEqual(JSON.parse(read('dashboard.json')));
  });
});
