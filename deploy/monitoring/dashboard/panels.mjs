import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import {
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  VizLegendOptionsBuilder,
  LegendDisplayMode,
  LegendPlacement,
} from '@grafana/grafana-foundation-sdk/common';
import { ThresholdsConfigBuilder, ThresholdsMode } from '@grafana/grafana-foundation-sdk/dashboard';

/** The dashboard variable with which the viewer chooses a Prometheus. */
export const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** Six of Grafana's 24 columns, so that four panels stand beside each other. */
const SIZE = { width: 6, height: 7 };

/**
 * Returns the builder of a graph with one or more expressions.
 *
 * @param {object} panel
 * @param {string} panel.title
 * @param {string} panel.description meaning of the values, and which are bad
 * @param {string} panel.unit a unit of Grafana: s, percentunit, reqps, short …
 * @param {readonly [legend: string, expr: string][]} panel.queries
 * @param {number} [panel.limit] threshold of the alert, drawn as a line
 */
export function graph({ title, description, unit, queries, limit }) {
  const panel = new PanelBuilder()
    .title(title)
    .description(description)
    .datasource(DATASOURCE)
    .unit(unit)
    .min(0)
    .span(SIZE.width)
    .height(SIZE.height)
    .lineWidth(1)
    .fillOpacity(10)
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom)
        .showLegend(true),
    );
  queries.forEach(([legend, expr], index) => {
    panel.withTarget(
      new DataqueryBuilder()
        .refId(String.fromCodePoint(65 + index))
        .expr(expr)
        .legendFormat(legend)
        .range(),
    );
  });
  if (limit === undefined) return panel;
  return panel
    .thresholds(
      new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([
        { value: null, color: 'green' },
        { value: limit, color: 'red' },
      ]),
    )
    .thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed));
}
