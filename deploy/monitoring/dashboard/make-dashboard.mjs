#!/usr/bin/env node
// Writes the Grafana dashboard that the chart installs (docs/monitoring.md).
// Usage: node deploy/monitoring/dashboard/make-dashboard.mjs [--print]
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  DashboardBuilder,
  DashboardCursorSync,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { format } from 'prettier';
import { DATASOURCE, graph } from './panels.mjs';
import { ROWS } from './rows.mjs';

const FILE = fileURLToPath(new URL('../../helm/lethe/monitoring/dashboard.json', import.meta.url));
const INSTALLATION = '{{installation}}';
const OF = 'installation=~"$installation"';

function dashboard() {
  const builder = new DashboardBuilder('Lethe')
    .uid('lethe')
    .description('Is Lethe fresh, does it keep its promises, is it fast, and is it full?')
    .tags(['lethe'])
    .time({ from: 'now-3h', to: 'now' })
    .refresh('30s')
    .tooltip(DashboardCursorSync.Crosshair)
    .withVariable(
      new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'),
    )
    .withVariable(
      new QueryVariableBuilder('installation')
        .label('Installation')
        .datasource(DATASOURCE)
        .query('label_values(lethe_build_info, installation)')
        .refresh(VariableRefresh.OnTimeRangeChanged)
        .multi(true)
        .includeAll(true)
        .allValue('.*'), // also matches targets without this label
    );
  for (const { title, panels } of ROWS) {
    builder.withRow(new RowBuilder(title));
    for (const panel of panels) builder.withPanel(graph({ ...panel, queries: of(panel.queries) }));
  }
  return builder.build();
}

/**
 * Puts the installation first in each legend: two installations can have the same instances, topics
 * and routes.
 */
function of(queries) {
  return queries.map(([legend, expr]) => [
    legend.startsWith(INSTALLATION) ? legend : `${INSTALLATION} ${legend}`,
    expr.replaceAll('$of', OF),
  ]);
}

const text = await format(JSON.stringify(dashboard()), { parser: 'json', printWidth: 100 });
if (process.argv.includes('--print')) process.stdout.write(text);
else writeFileSync(FILE, text);
