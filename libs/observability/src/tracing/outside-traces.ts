import { context, ROOT_CONTEXT } from '@opentelemetry/api';

/** Does shared work outside of all traces, whichever request begins the work. */
export function outsideTraces<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}
