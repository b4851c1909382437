import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CHART, describeWithHelm, helm, KUBERNETES_VERSIONS, VALUE_SETS } from './support/chart.js';

describeWithHelm('the installation notes of the chart', () => {
  let chart: string;
  // Helm prints the notes only when it installs, which needs a server. So a copy of the chart
  // renders the notes as a template.
  beforeAll(() => {
    chart = mkdtempSync(join(tmpdir(), 'lethe-chart-'));
    cpSync(CHART, chart, { recursive: true });
    const shown = '{{ include (print .Template.BasePath "/NOTES.txt") . | quote }}';
    writeFileSync(join(chart, 'templates/notes.yaml'), `notes: ${shown}\n`);
  });
  afterAll(() => {
    rmSync(chart, { recursive: true });
  });

  const notes = (...args: readonly string[]): string => {
    const version = ['--kube-version', KUBERNETES_VERSIONS[0], '--values', VALUE_SETS.minimal];
    const shown = ['--show-only', 'templates/notes.yaml'];
    const { output } = helm('template', 'lethe', chart, ...version, ...shown, ...args);
    return (parse(output) as { notes: string }).notes;
  };

  it.each([
    ['a forwarded port', [], 'http://localhost:8080'],
    [
      'a forwarded port without a route',
      ['httpRoute.hostnames={a.example}'],
      'http://localhost:8080',
    ],
    [
      'a route',
      ['httpRoute.enabled=true,httpRoute.hostnames={a.example},httpRoute.parentRefs[0].name=a'],
      'https://a.example',
    ],
    ['an Ingress', ['ingress.enabled=true,ingress.host=b.example'], 'http://b.example'],
  ])('lead to the gateway by %s', (_, values, url) => {
    const text = notes(...values.flatMap((value) => ['--set', value]));
    expect(text).toContain(`curl -X POST ${url}/v2/regulations`);
    expect(text.includes('port-forward')).toBe(url === 'http://localhost:8080');
  });
});
