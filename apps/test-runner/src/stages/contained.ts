import { NotTakenError, type TestRunParts } from '../test-run.js';

/** What the caller is told of a defect; the log has the rest. */
const DEFECT = 'Something went wrong on our side in this stage. Please report it.';

/**
 * Runs a stage so that nothing it throws escapes: a defect is logged and becomes the stage's
 * failure.
 *
 * @throws NotTakenError, which is about the run and not about the stage
 */
export async function contained<T>(
  parts: Pick<TestRunParts, 'onDefect'>,
  stage: string,
  work: () => Promise<T>,
  failed: (error: string) => T,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotTakenError) throw error;
    parts.onDefect(stage, error);
    return failed(DEFECT);
  }
}
