import {
  propagation,
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type TextMapGetter,
  type TextMapSetter,
} from '@opentelemetry/api';

/** W3C Trace Context: version, id of the trace, id of the span, flags. A later version may have more. */
const LONGEST = 128;
const NAME = 'traceparent';

/** Only `traceparent` is read and written: `tracestate` and `baggage` may hold anything. */
const READ: TextMapGetter<string> = {
  keys: () => [NAME],
  get: (traceparent, name) => (name === NAME ? traceparent : undefined),
};
const WRITE: TextMapSetter<{ traceparent?: string }> = {
  set: (carrier, name, value) => {
    if (name === NAME) carrier.traceparent = value;
  },
};

/** @returns undefined for what is no `traceparent`, and always while tracing is off */
export function readTraceparent(text: unknown): Context | undefined {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined;
  const read = propagation.extract(ROOT_CONTEXT, text, READ);
  return trace.getSpanContext(read) === undefined ? undefined : read;
}

/** @returns undefined where the span is not sampled: whoever gets nothing does not look further */
export function traceparentOf(span: Span | undefined): string | undefined {
  if (span?.isRecording() !== true) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, WRITE);
  return carrier.traceparent;
}

/** The trace that is under way, to be handed on; undefined where none is, or it is not sampled. */
export function presentTraceparent(): string | undefined {
  return traceparentOf(trace.getActiveSpan());
}
