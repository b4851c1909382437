import type { CollectedSpan } from '@lethe/testing';

/** Returns the spans of a trace, each once. */
export function spansOf(spans: readonly CollectedSpan[], traceId: string): CollectedSpan[] {
  return spans.filter((span) => span.traceId === traceId);
}

/**
 * Returns the shape of a trace: for each span its path from the root, as `service: name > name`.
 * Spans with the same path count once, because retries repeat them.
 */
export function pathsOf(spans: readonly CollectedSpan[], traceId: string): string[] {
  const own = spansOf(spans, traceId);
  const byId = new Map(own.map((span) => [span.spanId, span]));
  const nameOf = (span: CollectedSpan): string => {
    const parent = byId.get(span.parentSpanId ?? '');
    return parent === undefined ? span.name : `${nameOf(parent)} > ${span.name}`;
  };
  return [...new Set(own.map((span) => `${span.service}: ${nameOf(span)}`))].sort();
}
