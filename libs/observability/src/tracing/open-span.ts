import { SpanStatusCode, type Span } from '@opentelemetry/api';
import { LetheError } from '@lethe/contracts';
import type { SpanAttributes } from './span-attributes.js';

/**
 * A span whose work is in progress. This class hides all other methods of the span, so that only
 * safe values get into the span.
 */
export class OpenSpan {
  /** @param spans spans of the same work, one in each trace */
  constructor(private readonly spans: readonly Span[]) {}

  note(attributes: SpanAttributes): void {
    for (const span of this.spans) span.setAttributes({ ...attributes });
  }

  /** @param type value of a fixed list, or name of an error class; never a message */
  fail(type: string): void {
    this.note({ 'error.type': type });
    for (const span of this.spans) span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** Runs the work, and then ends the span. If the work fails, the span is recorded as failed. */
  async during<T>(work: (span: this) => Promise<T>): Promise<T> {
    try {
      return await work(this);
    } catch (error) {
      this.fail(errorType(error));
      throw error;
    } finally {
      this.end();
    }
  }

  end(): void {
    for (const span of this.spans) span.end();
  }
}

/** Span for work that is outside of any trace. */
export const NO_SPAN = new OpenSpan([]);

const NAME = /^[A-Za-z]{1,64}$/;

/** Returns only the kind of an error, because a message can quote input. */
function errorType(error: unknown): string {
  if (error instanceof LetheError) return error.code;
  return error instanceof Error && NAME.test(error.name) ? error.name : 'other';
}
