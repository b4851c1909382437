/** A value of a line of a panel, as Prometheus says it now. */
export interface PanelValue {
  /** The question that the row of the dashboard asks. */
  readonly row: string;
  readonly panel: string;
  readonly line: string;
  readonly value: number;
  /** Of Grafana: s, bytes, percentunit … */
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

/** An expression of the dashboard, and where it is shown. */
export interface PanelQuery extends Omit<PanelValue, 'line' | 'value'> {
  /** As Grafana asks for it. */
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
      ...{ row, panel: title, unit, legend, expr: asked(expr) },
    }));
  });
}

/** The name of a line by its labels. */
export function lineOf(legend: string, labels: Readonly<Record<string, string>>): string {
  return legend.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => labels[name] ?? '').trim();
}

/** A page of Markdown: a heading for each row, and a table of its panels' lines. */
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
  return `# What the dashboard shows

Values of all panels at one moment under load, as \`e2e/monitoring.e2e.long.spec.ts\` saw them with \`LETHE_PANEL_VALUES\`, scraped each second.

${tables.join('\n\n')}
`;
}

function shown({ value, unit }: Pick<PanelValue, 'value' | 'unit'>): string {
  if (!Number.isFinite(value)) return '–';
  const scale = { bytes: 1 / 1024 ** 2, percentunit: 100 }[unit] ?? 1;
  return `${Number((value * scale).toPrecision(3))} ${UNITS[unit] ?? unit}`.trim();
}

function asked(expr: string): string {
  return expr.replaceAll('$installation', '.*').replaceAll('$__rate_interval', '30s');
}
