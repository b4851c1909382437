import type { CollectedSpan } from '@lethe/testing';

/** The spans of a trace, each once however often it came. */
export function spansOf(spans: readonly CollectedSpan[], traceId: string): CollectedSpan[] {
  return spans.filter((span) => span.traceId === traceId);
}

/**
 * What a trace looks like: for each span the way to it from its root, as `service: name > name`. Spans of the same
 * way are one, as what failed and was tried again is there twice.
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
