import { SpanKind, trace, type Tracer } from '@opentelemetry/api';
import type { SpanAttributes } from './span-attributes.js';

/** Does nothing until `startTracing` has loaded the SDK, and after its end. */
export function tracer(): Tracer {
  return trace.getTracer('lethe');
}

/** On which side of a hop the work is; `internal` when absent. */
export type SpanSide = 'server' | 'client' | 'producer' | 'consumer' | 'internal';

export interface SpanOptions {
  readonly side?: SpanSide;
  readonly attributes?: SpanAttributes;
  /** Milliseconds since the epoch; now when absent. */
  readonly startTime?: number;
}

const KINDS: Readonly<Record<SpanSide, SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** What the tracer wants to know. */
export function startOptions({ side = 'internal', attributes, startTime }: SpanOptions) {
  return {
    kind: KINDS[side],
    ...(attributes && { attributes: { ...attributes } }),
    ...(startTime !== undefined && { startTime }),
  };
}
