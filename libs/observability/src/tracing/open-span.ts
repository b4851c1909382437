import { SpanStatusCode, type Span } from '@opentelemetry/api';
import { LetheError } from '@lethe/contracts';
import type { SpanAttributes } from './span-attributes.js';

/** A span while its work goes on. Nothing else of the span can be reached, so nothing else gets into it. */
export class OpenSpan {
  /** @param spans of the same work, in a trace each */
  constructor(private readonly spans: readonly Span[]) {}

  note(attributes: SpanAttributes): void {
    for (const span of this.spans) span.setAttributes({ ...attributes });
  }

  /** @param type one of a list of ours, or the name of an error's class; never a message */
  fail(type: string): void {
    this.note({ 'error.type': type });
    for (const span of this.spans) span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** Runs the work; a failure of it is one of the span. The span ends with the work. */
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

/** Work that is in no trace. */
export const NO_SPAN = new OpenSpan([]);

const NAME = /^[A-Za-z]{1,64}$/;

/** Messages quote what was given, so only the kind is told. */
function errorType(error: unknown): string {
  if (error instanceof LetheError) return error.code;
  return error instanceof Error && NAME.test(error.name) ? error.name : 'other';
}
