import { context, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import { OpenSpan } from './open-span.js';
import type { SpanAttributes } from './span-attributes.js';
import { startOptions, tracer } from './tracer.js';
import { readTraceparent } from './traceparent.js';

/**
 * Span of a request from outside. The span begins a trace, or continues the trace of the caller.
 */
export class RequestSpan extends OpenSpan {
  private constructor(
    span: ConstructorParameters<typeof OpenSpan>[0][number],
    private readonly within: Context,
  ) {
    super([span]);
  }

  /**
   * Starts the span. Returns undefined if the trace is not sampled.
   *
   * @param caller `traceparent` that the caller sent
   * @param followsCallers whether to continue the caller's trace, including its sampling. If false,
   * a new trace begins, and links to the caller's trace. The new trace then has another id, and
   * ignores the sampling of the caller
   */
  static start(
    name: string,
    attributes: SpanAttributes,
    caller: unknown,
    followsCallers: boolean,
  ): RequestSpan | undefined {
    const remote = readTraceparent(caller);
    const parent = followsCallers && remote !== undefined ? remote : ROOT_CONTEXT;
    const linked =
      followsCallers || remote === undefined ? undefined : trace.getSpanContext(remote);
    const span = tracer().startSpan(
      name,
      {
        ...startOptions({ side: 'server', attributes }),
        ...(linked && { links: [{ context: linked }] }),
      },
      parent,
    );
    return span.isRecording() ? new RequestSpan(span, trace.setSpan(parent, span)) : undefined;
  }

  /** Calls a function within the span. */
  run(work: () => void): void {
    context.with(this.within, work);
  }
}
