export { continueTraces } from './continue-traces.js';
export { inSpan } from './in-span.js';
export { outsideTraces } from './outside-traces.js';
export { OpenSpan } from './open-span.js';
export { RequestSpan } from './request-span.js';
export { shownMethod, type SpanAttributes } from './span-attributes.js';
export {
  NO_TRACING,
  startTracing,
  type StartTracingOptions,
  type Tracing,
} from './start-tracing.js';
export { withTraceparent } from './record-traceparent.js';
export { currentTraceparent } from './traceparent.js';
export { tracingVariables, type TracingVariables } from './tracing-variables.js';
