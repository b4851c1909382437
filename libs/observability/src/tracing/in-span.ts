import { context, trace } from '@opentelemetry/api';
import { NO_SPAN, OpenSpan } from './open-span.js';
import { startOptions, tracer, type SpanOptions } from './tracer.js';

/**
 * Does work in a span of the current trace. Without a sampled trace, it only does the work, because
 * a trace never begins in the middle.
 *
 * @param name one of a few fixed names, without any input of a caller
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  // An ended span belongs to code that opened a connection or a timer, which this work uses.
  if (trace.getActiveSpan()?.isRecording() !== true) return work(NO_SPAN);
  const span = tracer().startSpan(name, startOptions(options));
  const within = trace.setSpan(context.active(), span);
  return context.with(within, () => new OpenSpan([span]).during(work));
}
