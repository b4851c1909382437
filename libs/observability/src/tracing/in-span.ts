import { context, trace } from '@opentelemetry/api';
import { NO_SPAN, OpenSpan } from './open-span.js';
import { startOptions, tracer, type SpanOptions } from './tracer.js';

/**
 * Does work in a span of the current trace. If there is no sampled trace, does the work without a
 * span, because inner work never begins a trace.
 *
 * @param name one of a few fixed names, without any input of a caller
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  // The active span can have ended already. It then belongs to the code that opened a connection or
  // a timer, and not to this work.
  if (trace.getActiveSpan()?.isRecording() !== true) return work(NO_SPAN);
  const span = tracer().startSpan(name, startOptions(options));
  const within = trace.setSpan(context.active(), span);
  return context.with(within, () => new OpenSpan([span]).during(work));
}
