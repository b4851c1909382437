/** The current value of a line in a panel. */
export interface PanelValue {
  /** The question of the dashboard's row. */
  readonly row: string;
  readonly panel: string;
  readonly line: string;
  readonly value: number;
  /** A unit of Grafana: s, bytes, percentunit … */
  readonly unit: string;
}

export interface Dashboard {
  readonly panels: readonly {
    readonly type: string;
    readonly title: string;
    readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
    readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

/** An expression of the dashboard, with its row and panel. */
export interface PanelQuery extends Omit<PanelValue, 'line' | 'value'> {
  /** As Grafana sends it to Prometheus. */
  readonly expr: string;
  readonly legend: string;
}

const UNITS: Readonly<Record<string, string>> = {
  s: 's',
  bytes: 'MiB',
  percentunit: '%',
  cps: '/s',
  reqps: '/s',
  short: '',
};

export function queriesOf({ panels }: Dashboard): PanelQuery[] {
  let row = '';
  return panels.flatMap(({ type, title, fieldConfig, targets = [] }) => {
    if (type === 'row') row = title;
    const unit = fieldConfig?.defaults.unit ?? 'short';
    return targets.map(({ expr, legendFormat: legend }) => ({
      ...{ row, panel: title, unit, legend, expr: queryFor(expr) },
    }));
  });
}

/** Returns the name of a line, from its labels. */
export function lineOf(legend: string, labels: Readonly<Record<string, string>>): string {
  return legend.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => labels[name] ?? '').trim();
}

/** Returns a page of Markdown: for each row a heading, and a table with the lines of its panels. */
export function panelValuesPage(values: readonly PanelValue[]): string {
  const rows = [...new Set(values.map(({ row }) => row))];
  const tables = rows.map((row) => {
    const lines = values
      .filter((one) => one.row === row)
      .map(
        ({ panel, line, ...one }) =>
          `| ${panel} | ${line.replaceAll('|', '\\|')} | ${shown(one)} |`,
      );
    return [`## ${row}`, '', '| panel | line | value |', '| --- | --- | --- |', ...lines].join(
      '\n',
    );
  });
  return `# Values of the dashboard

The values of all panels at one moment under load. \`e2e/monitoring.e2e.long.spec.ts\` writes this page if \`LETHE_PANEL_VALUES\` names it. Prometheus scrapes every second there.

${tables.join('\n\n')}
`;
}

function shown({ value, unit }: Pick<PanelValue, 'value' | 'unit'>): string {
  if (!Number.isFinite(value)) return '–';
  const scale = { bytes: 1 / 1024 ** 2, percentunit: 100 }[unit] ?? 1;
  return `${Number((value * scale).toPrecision(3))} ${UNITS[unit] ?? unit}`.trim();
}

function queryFor(expr: string): string {
  return expr.replaceAll('$installation', '.*').replaceAll('$__rate_interval', '30s');
}
