import { inSpan } from '@lethe/observability';
import { NotTakenError, type TestContext, type TestRunParts } from './test-context.js';
import { DEADLINE_BEFORE_STAGE, DEFECT } from './stage-errors.js';

/**
 * Runs a stage, and turns an internal error into a failure of the stage. Does not report an error
 * that the deadline caused.
 *
 * @throws NotTakenError, because this error concerns the run and not the stage
 */
export function containDefects<T>(
  parts: Pick<TestRunParts, 'onDefect' | 'metrics'>,
  { signal }: Pick<TestContext, 'signal'>,
  stage: string,
  work: () => Promise<T>,
  failed: (error: string) => T,
): Promise<T> {
  return inSpan(stage, {}, async (span) => {
    const startedAt = performance.now();
    try {
      return await work();
    } catch (error) {
      if (error instanceof NotTakenError) throw error;
      const isLate = signal.aborted && error === signal.reason;
      span.fail(isLate ? 'deadline' : 'defect');
      if (isLate) return failed(DEADLINE_BEFORE_STAGE);
      parts.onDefect(stage, error);
      return failed(DEFECT);
    } finally {
      parts.metrics?.stage(stage, (performance.now() - startedAt) / 1_000);
    }
  });
}
