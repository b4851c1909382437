import { context, ROOT_CONTEXT, trace, type Context, type Span } from '@opentelemetry/api';
import { NO_SPAN, OpenSpan } from './open-span.js';
import { startOptions, tracer, type SpanOptions } from './tracer.js';
import { readTraceparent, traceparentOf } from './traceparent.js';

/**
 * Maximum number of traces for one piece of work. The number limits the memory that callers can
 * occupy.
 */
const MOST_TRACES = 100;

/**
 * Does work in the traces of its `traceparent` values. Several traces can share the work, such as a
 * round of the relay, or one pass over several deletion jobs. The work then gets a span in each
 * trace. Inner spans are only in the first trace. The spans in the other traces link to the span in
 * the first trace. Without a valid `traceparent`, the work runs outside of any trace.
 *
 * @param traceparents values as received; invalid values are skipped
 * @param work gets the span and, for each traceparent, the value to pass on. The value is absent if
 * the trace is not sampled
 */
export function continueTraces<T>(
  traceparents: Iterable<unknown>,
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan, hops: ReadonlyMap<unknown, string>) => Promise<T>,
): Promise<T> {
  const spans = new Map<unknown, Span>();
  let first: { readonly span: Span; readonly within: Context } | undefined;
  for (const traceparent of new Set(traceparents)) {
    if (spans.size === MOST_TRACES) break;
    const parent = readTraceparent(traceparent);
    if (parent === undefined) continue;
    const links = first && { links: [{ context: first.span.spanContext() }] };
    const span = tracer().startSpan(name, { ...startOptions(options), ...links }, parent);
    if (!span.isRecording()) continue;
    first ??= { span, within: trace.setSpan(parent, span) };
    spans.set(traceparent, span);
  }
  // The context of the caller is not used, because it can be the trace of a request that only woke
  // the worker.
  if (first === undefined) return context.with(ROOT_CONTEXT, () => work(NO_SPAN, NO_HOPS));
  const hops = new Map(
    Array.from(spans, ([traceparent, span]) => [traceparent, traceparentOf(span) ?? '']),
  );
  const open = new OpenSpan([...spans.values()]);
  return context.with(first.within, () => open.during(() => work(open, hops)));
}

const NO_HOPS: ReadonlyMap<unknown, string> = new Map();
