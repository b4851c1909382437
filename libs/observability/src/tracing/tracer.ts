import { SpanKind, trace, type Tracer } from '@opentelemetry/api';
import type { SpanAttributes } from './span-attributes.js';

/**
 * Returns a tracer. The tracer does nothing before `startTracing` has loaded the SDK, and after
 * tracing has stopped.
 */
export function tracer(): Tracer {
  return trace.getTracer('lethe');
}

/** Side of a call on which the work is done. Default: `internal`. */
export type SpanSide = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export interface SpanOptions {
  readonly side?: SpanSide;
  readonly attributes?: SpanAttributes;
  /** Milliseconds since the epoch. Default: now. */
  readonly startTime?: number;
}

const KINDS: Readonly<Record<SpanSide, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

export function startOptions({ side = 'internal', attributes, startTime }: SpanOptions) {
  return {
    kind: KINDS[side],
    ...(attributes && { attributes: { ...attributes } }),
    ...(startTime !== undefined && { startTime }),
  };
}
