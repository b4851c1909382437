import { context, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import { OpenSpan } from './open-span.js';
import type { SpanAttributes } from './span-attributes.js';
import { startOptions, tracer } from './tracer.js';
import { readTraceparent } from './traceparent.js';

/** The span of a request from outside: traces begin with one, or go on with that of the caller. */
export class RequestSpan extends OpenSpan {
  private constructor(
    span: ConstructorParameters<typeof OpenSpan>[0][number],
    private readonly within: Context,
  ) {
    super([span]);
  }

  /**
   * @param caller what the caller sent as `traceparent`
   * @param followsCallers whether the caller's trace goes on here, its sampling included. If not, a trace of our own
   *   begins, which links to the caller's: neither its id nor its flag decides anything
   */
  static start(
    name: string,
    attributes: SpanAttributes,
    caller: unknown,
    followsCallers: boolean,
  ): RequestSpan {
    const theirs = readTraceparent(caller);
    const parent = followsCallers && theirs !== undefined ? theirs : ROOT_CONTEXT;
    const linked =
      followsCallers || theirs === undefined ? undefined : trace.getSpanContext(theirs);
    const span = tracer().startSpan(
      name,
      {
        ...startOptions({ side: 'server', attributes }),
        ...(linked && { links: [{ context: linked }] }),
      },
      parent,
    );
    return new RequestSpan(span, trace.setSpan(parent, span));
  }

  /** Calls a function within the span. */
  run(work: () => void): void {
    context.with(this.within, work);
  }
}
