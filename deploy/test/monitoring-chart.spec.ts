import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { describeWithHelm, render, renderWith, type ValueSet } from './support/chart.js';
import { workloads, type Labels, type Manifest } from './support/manifest.js';
import { describeWithPromtool, promtool } from './support/prometheus.js';
import { scrapedLabels, type Relabeling } from './support/scraped-labels.js';

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

const monitor = () => {
  const [found] = find(render('everything'), 'PodMonitor');
  const { selector, podMetricsEndpoints: endpoints } = found?.spec as {
    selector: { matchLabels: Record<string, string> };
    podMetricsEndpoints: { port: string; relabelings: Relabeling[] }[];
  };
  return { selector, endpoints };
};
const deployments = () =>
  workloads(render('everything')).filter(({ manifest }) => manifest.kind === 'Deployment');

describeWithHelm('monitoring in the chart', () => {
  it.each(['demo', 'minimal', 'production'] satisfies ValueSet[])(
    'is off with the values "%s"',
    (set) => {
      const manifests = render(set);
      for (const kind of ['PodMonitor', 'PrometheusRule', 'ConfigMap'])
        expect(find(manifests, kind)).toEqual([]);
    },
  );

  it('has the alerts of alerts.yaml', () => {
    const [rule] = find(
      renderWith('minimal', '--set', 'monitoring.rules.enabled=true'),
      'PrometheusRule',
    );
    expect(rule?.spec).toEqual(ALERTS);
  });

  it('omits excluded alerts, and uses the configured URL of the runbooks', () => {
    const [rule] = find(render('everything'), 'PrometheusRule');
    const left = alertsOf(rule?.spec as unknown as Groups);
    const all = alertsOf(ALERTS);
    expect(all.filter((alert) => !left.includes(alert))).toEqual(['LetheNoDeletionWorker']);
    const text = JSON.stringify(rule);
    expect(text).toContain('https://wiki.example.com/lethe/lethe-no-relay.md');
    expect(text).not.toContain(RUNBOOKS);
    expect(rule?.metadata.labels).toMatchObject({ release: 'prometheus' });
  });

  it('scrapes every pod of the release once', () => {
    for (const { template } of deployments()) {
      expect(template.metadata.labels).toMatchObject(monitor().selector.matchLabels);
      const names = template.spec.containers.flatMap(({ ports = [] }) =>
        ports.map(({ name }) => name),
      );
      expect(monitor().endpoints.filter(({ port }) => names.includes(port))).toHaveLength(1);
    }
    const [first, ...others] = monitor().endpoints;
    for (const { relabelings } of others) expect(relabelings).toEqual(first?.relabelings);
  });

  it('passes the dashboard to Grafana', () => {
    const [map] = find(render('everything'), 'ConfigMap') as (Manifest & {
      readonly data: Record<string, string>;
    })[];
    expect(map?.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(JSON.parse(map?.data['lethe.json'] ?? '')).toEqual(JSON.parse(read('dashboard.json')));
  });

  describeWithPromtool('gives series the labels', () => {
    const labels = new Map<string, Labels>();
    beforeAll(() => {
      const pods = deployments().map(({ manifest, template }) => ({
        name: `${manifest.metadata.name}-7d4f-x2x`,
        labels: template.metadata.labels ?? {},
      }));
      const found = scrapedLabels(pods, monitor().endpoints[0]?.relabelings ?? []);
      pods.forEach(({ name }, n) => labels.set(name, found[n] ?? {}));
    });

    it('that the alerts need: the pod, and a job for each app and each group of filters', () => {
      for (const [pod, own] of labels) {
        const job = pod.replace(/^acme-(.*)-7d4f-x2x$/, 'lethe-$1');
        expect(own).toEqual({ job, instance: pod, installation: 'privacy/lethe' });
      }
      const jobs = [...labels.values()].map(({ job }) => job);
      expect(jobs).toEqual([...new Set(jobs)]);
      expect(jobs).toContain('lethe-event-filter-orders');
    });

    it('that reveal a missing group of filters while another group runs', () => {
      const series = (metric: string, group: string, values: string) => {
        const own = { ...labels.get(`acme-${group}-7d4f-x2x`), app: 'event-filter' };
        const pairs = Object.entries(own).map(([name, value]) => `${name}="${value}"`);
        return { series: `${metric}{${pairs.join(', ')}}`, values };
      };
      const groups = {
        'event-filter-orders': '1 1 stale',
        'event-filter-clicks': '1x40',
      };
      const test = {
        interval: '15s',
        input_series: Object.entries(groups).flatMap(([group, values]) =>
          ['lethe_build_info', 'lethe_ready'].map((metric) => series(metric, group, values)),
        ),
        promql_expr_test: [
          {
            expr: 'count by (job) (ALERTS{alertname="LetheNoEventFilter", alertstate="firing"})',
            eval_time: '9m',
            exp_samples: [{ labels: '{job="lethe-event-filter-orders"}', value: 1 }],
          },
        ],
      };
      const folder = mkdtempSync(join(tmpdir(), 'lethe-groups-'));
      writeFileSync(join(folder, 'alerts.yaml'), read('alerts.yaml'));
      const file = join(folder, 'groups.test.yaml');
      writeFileSync(file, JSON.stringify({ rule_files: ['alerts.yaml'], tests: [test] }));
      const { status, output } = promtool('test', 'rules', file);
      rmSync(folder, { recursive: true });
      expect(output).toContain('SUCCESS');
      expect(status).toBe(0);
    });
  });
});
