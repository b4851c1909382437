import { parser } from '@prometheus-io/lezer-promql';

/** A selector of an expression: a metric, and the labels in its matchers. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

export interface Expression {
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `on`, `group_left` and similar clauses. */
  readonly grouping: readonly string[];
}

/** @throws Error if the text is not valid PromQL */
export function readExpression(text: string): Expression {
  const selectors: { metric: string; labels: string[] }[] = [];
  const grouping: string[] = [];
  parser.parse(text).iterate({
    enter: ({ name, type, from, to, node }) => {
      const written = text.slice(from, to);
      if (type.isError) throw new Error(`"${text}" is no PromQL at ${String(from)}`);
      if (name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      const selector = selectors.at(-1);
      if (name === 'Identifier' && node.parent?.name === 'VectorSelector' && selector)
        selector.metric = written;
      if (name === 'LabelName') {
        if (node.parent?.name === 'GroupingLabels') grouping.push(written);
        else selector?.labels.push(written);
      }
    },
  });
  return { selectors, grouping };
}
