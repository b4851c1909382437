import {
  propagation,
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type TextMapGetter,
  type TextMapSetter,
} from '@opentelemetry/api';

/**
 * Maximum length of a `traceparent` (W3C Trace Context: version, trace id, span id, flags). Version
 * 00 is shorter, but later versions can have more fields.
 */
const LONGEST = 128;
const NAME = 'traceparent';

/**
 * Reads only `traceparent`. `tracestate` and `baggage` are not read or written, because they may
 * have any content.
 */
const READ: TextMapGetter<string> = {
  keys: () => [NAME],
  get: (traceparent, name) => (name === NAME ? traceparent : undefined),
};
const WRITE: TextMapSetter<{ traceparent?: string }> = {
  set: (carrier, name, value) => {
    if (name === NAME) carrier.traceparent = value;
  },
};

/** Returns undefined for an invalid `traceparent`, and always while tracing is off. */
export function readTraceparent(text: unknown): Context | undefined {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined;
  const read = propagation.extract(ROOT_CONTEXT, text, READ);
  return trace.getSpanContext(read) === undefined ? undefined : read;
}

/** Returns undefined if the span is not sampled. The receiver then has no trace to continue. */
export function traceparentOf(span: Span | undefined): string | undefined {
  if (span?.isRecording() !== true) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, WRITE);
  return carrier.traceparent;
}

/** Returns the `traceparent` of the current span, or undefined without a sampled trace. */
export function currentTraceparent(): string | undefined {
  return traceparentOf(trace.getActiveSpan());
}
