import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { helpOf } from './support/command-line.js';
import { declaredSeries } from './support/declared-metrics.js';
import { describeWithPromtool, promtool } from './support/prometheus.js';
import { readExpression } from './support/promql.js';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const monitoring = at('../monitoring/');
const runbooks = at('../../docs/runbooks/');
const RUNBOOKS_URL = 'https://github.com/lethe/lethe/blob/main/docs/runbooks/';
/** Labels that Prometheus adds to every series of a target. */
const OF_TARGETS = ['job', 'instance', 'installation'];

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}
interface Test {
  readonly promql_expr_test: readonly {
    readonly expr: string;
    readonly exp_samples: readonly { readonly labels: string }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly {
    readonly type: string;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const rulesText = readFileSync(`${monitoring}alerts.yaml`, 'utf8');
const alerts = (parse(rulesText) as { groups: { name: string; rules: Alert[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
const names = alerts.map(({ alert }) => alert);
/** This alert always fires. If it stops, alerting is broken. */
const WATCHDOG = 'LetheWatchdog';
const fileOf = (alert: string): string =>
  `${alert.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()}.md`;
const dashboard = JSON.parse(readFileSync(`${monitoring}dashboard.json`, 'utf8')) as Dashboard;
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({
    title,
    expr: expr.replaceAll('$__rate_interval', '5m'),
    legendFormat,
  })),
);
const testFiles = readdirSync(`${monitoring}tests`).map((name) => `${monitoring}tests/${name}`);

const series = declaredSeries();

describeWithPromtool('the alerts in promtool', () => {
  it('are valid rules and pass their tests', () => {
    expect(promtool('check', 'rules', `${monitoring}alerts.yaml`)).toMatchObject({ status: 0 });
    expect(promtool('test', 'rules', ...testFiles)).toMatchObject({ status: 0 });
  });

  it('fail their tests after a wrong change', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-alerts-'));
    mkdirSync(join(folder, 'tests'));
    writeFileSync(join(folder, 'alerts.yaml'), rulesText.replace('for: 1m', 'for: 10m'));
    const [file = ''] = testFiles.filter((name) => name.endsWith('/fresh.test.yaml'));
    writeFileSync(join(folder, 'tests/fresh.test.yaml'), readFileSync(file));
    const { status, output } = promtool('test', 'rules', join(folder, 'tests/fresh.test.yaml'));
    rmSync(folder, { recursive: true });
    expect(status).toBe(1);
    expect(output).toContain('LetheSuppressionsUnpublished');
  });
});

describe('the alerts', () => {
  it('each have a test where they fire and a test where they are silent, except the watchdog', () => {
    const checks = testFiles.flatMap((file) => {
      const { tests } = parse(readFileSync(file, 'utf8')) as { tests: Test[] };
      return tests.flatMap((test) => test.promql_expr_test);
    });
    const of = (alert: string) => checks.filter(({ expr }) => expr.includes(`"${alert}"`));
    const untested = names.filter((alert) => {
      const samples = of(alert).map(({ exp_samples: expected }) => expected.length);
      const isSilent = samples.includes(0);
      return isSilent === (alert === WATCHDOG) || !samples.some((count) => count > 0);
    });
    expect(untested).toEqual([]);
    expect(names).toEqual([...new Set(names)]);
  });

  it('each have a runbook, and each runbook has an alert', () => {
    expect(readdirSync(runbooks).sort()).toEqual(names.map(fileOf).sort());
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations.runbook_url).toBe(RUNBOOKS_URL + fileOf(alert));
      const text = readFileSync(runbooks + fileOf(alert), 'utf8');
      expect(text).toMatch(new RegExp(`^# ${alert}\n\n.*Severity: ${labels.severity}\\.\n`));
      expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
        "What it means for people's data",
        'How to see',
        'What to do',
      ]);
    }
  });

  it('have a severity and texts, which name only labels of their series', () => {
    for (const { alert, annotations, expr, labels } of alerts) {
      expect(alert === WATCHDOG ? ['none'] : ['critical', 'warning']).toContain(labels.severity);
      expect(Object.keys(annotations)).toEqual(['summary', 'description', 'runbook_url']);
      const text = Object.values(annotations).join(' ');
      const used = [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
      expect(used.filter((label) => !labelsOf(expr).has(label))).toEqual([]);
    }
  });
});

describe('the dashboard', () => {
  it('is up to date with its code', () => {
    const make = `${monitoring}dashboard/make-dashboard.mjs`;
    const printed = execFileSync(process.execPath, [make, '--print'], { encoding: 'utf8' });
    expect(readFileSync(`${monitoring}dashboard.json`, 'utf8')).toBe(printed);
  });

  it('has a row for each question', () => {
    const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual(['Is it fresh?', 'Is it kept?', 'Is it fast?', 'Is it full?']);
    expect(panels.length).toBeGreaterThan(40);
  });

  it('names lines only by labels of their series', () => {
    for (const { expr, legendFormat } of panels) {
      const used = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
      expect(used.filter((label) => !labelsOf(expr).has(label))).toEqual([]);
    }
  });
});

describe('the names in alerts, dashboard and runbooks', () => {
  it('are metrics of an app, and labels of these metrics', () => {
    const wrong: string[] = [];
    for (const { expr } of [...alerts, ...panels]) {
      const { selectors, grouping } = readExpression(expr);
      const known = new Set(OF_TARGETS);
      for (const { metric, labels } of selectors) {
        const own = metric === 'up' ? [] : series.get(metric);
        if (own === undefined) wrong.push(metric);
        for (const label of own ?? []) known.add(label);
        for (const label of labels) {
          if (![...OF_TARGETS, ...(own ?? [])].includes(label)) wrong.push(`${metric}{${label}}`);
        }
      }
      wrong.push(...grouping.filter((label) => !known.has(label)).map((label) => `by ${label}`));
    }
    expect(wrong).toEqual([]);
  });

  it('are existing metrics in the runbooks', () => {
    const names = new Set(
      [...series.keys()].map((name) => name.replace(/_(bucket|count|sum)$/, '')),
    );
    const wrong = readdirSync(runbooks).flatMap((file) => {
      const text = readFileSync(runbooks + file, 'utf8');
      const named = [...text.matchAll(/`[^`]*`/g)].flatMap(([code]) => {
        return [...code.matchAll(/\b(?:lethe|http_server|nodejs|process)_[a-z0-9_]+/g)];
      });
      return named
        .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
        .filter((name) => !names.has(name));
    });
    expect(wrong).toEqual([]);
  });

  it('are existing commands and options in the runbooks', () => {
    const texts = readdirSync(runbooks).map((file) => readFileSync(runbooks + file, 'utf8'));
    const lines = texts.flatMap((text) =>
      [...text.matchAll(/npm run lethe -- ([^`\n]+)/g)].map(([, line = '']) =>
        line.split(' ').filter((word) => !word.startsWith('<')),
      ),
    );
    const options = new Map<string, Set<string>>();
    for (const words of lines) {
      const first = words.findIndex((word) => word.startsWith('--'));
      const command = words.slice(0, first === -1 ? words.length : first).join(' ');
      const given = words.filter((word) => word.startsWith('--'));
      options.set(command, new Set([...(options.get(command) ?? []), ...given]));
    }
    expect(options.size).toBeGreaterThan(5);
    const help = helpOf([...options.keys()]);
    for (const [command, given] of options) {
      const text = help[command] ?? '';
      expect(text).toContain(`Usage: lethe ${command} `);
      expect([...given].filter((option) => !text.includes(` ${option} `))).toEqual([]);
    }
  });
});

/** Returns all labels that the series of an expression can have. */
function labelsOf(expr: string): Set<string> {
  const { grouping, selectors } = readExpression(expr);
  // Without an aggregation, series have all labels of their metrics.
  const own = /\bby\b/.test(expr)
    ? []
    : selectors.flatMap(({ metric }) => series.get(metric) ?? []);
  return new Set([...grouping, ...own, ...OF_TARGETS]);
}
