import { context, ROOT_CONTEXT, trace, type Context, type Span } from '@opentelemetry/api';
import { NO_SPAN, OpenSpan } from './open-span.js';
import { startOptions, tracer, type SpanOptions } from './tracer.js';
import { readTraceparent, traceparentOf } from './traceparent.js';

/** Traces of which one piece of work may be a part: a bound for what others can make us keep. */
const MOST_TRACES = 100;

/**
 * Does work for those whose `traceparent` came with it. Work that several share (a round of the relay, one pass over
 * several deletion jobs) is a span in each of their traces; what happens within it is in the trace of the first, and
 * the others' spans link to that. Where there is no trace to go on with, it only does the work: none begins here.
 *
 * @param traceparents as they came; those that are none are passed over
 * @param work gets the span, and for each traceparent the one to hand on; absent where there is nothing to follow
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
  // Not in the context of whoever happens to call: what wakes a worker is no part of its work.
  if (first === undefined) return context.with(ROOT_CONTEXT, () => work(NO_SPAN, NO_HOPS));
  const hops = new Map(
    Array.from(spans, ([traceparent, span]) => [traceparent, traceparentOf(span) ?? '']),
  );
  const open = new OpenSpan([...spans.values()]);
  return context.with(first.within, () => open.during(() => work(open, hops)));
}

const NO_HOPS: ReadonlyMap<unknown, string> = new Map();
