import { context, trace } from '@opentelemetry/api';
import { NO_SPAN, OpenSpan } from './open-span.js';
import { startOptions, tracer, type SpanOptions } from './tracer.js';

/**
 * Does work in a span of the trace that is under way. Where none is under way, or it is not sampled, it only does
 * the work: a trace never begins in the middle.
 *
 * @param name from a short list, without anything that a caller has sent
 */
export function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  // One that has ended is left over from whoever opened a connection or a timer that is used here.
  if (trace.getActiveSpan()?.isRecording() !== true) return work(NO_SPAN);
  const span = tracer().startSpan(name, startOptions(options));
  const within = trace.setSpan(context.active(), span);
  return context.with(within, () => new OpenSpan([span]).during(work));
}
