import { context, ROOT_CONTEXT } from '@opentelemetry/api';

/** Does work that belongs to no trace, whoever happens to begin it: what many share. */
export function outsideTraces<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}
