import { ROOT_CONTEXT, type Context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

/**
 * Keeps the current context across promises and callbacks. In Node.js 20, every promise of the
 * process becomes slower with the first context that is entered. Work outside of any trace
 * therefore enters no context, unless it has to leave the context of a trace.
 */
export class TraceContexts extends AsyncLocalStorageContextManager {
  override with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    context: Context,
    work: F,
    self?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    if (context === ROOT_CONTEXT && this.active() === ROOT_CONTEXT) {
      return Reflect.apply<unknown, A, ReturnType<F>>(work, self, args);
    }
    return super.with(context, work, self, ...args);
  }
}
