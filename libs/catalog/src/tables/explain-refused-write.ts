import { LetheError } from '@lethe/contracts';
import { sqlStateOf } from '@lethe/database';

const UNIQUE_VIOLATION = '23505';
export const FOREIGN_KEY_VIOLATION = '23503';

/** Messages for callers if the database refuses a row. */
export interface ViolationTexts {
  /** Message if another row already has a value that must be unique. */
  readonly conflict: string;
  /** Part of the name of a foreign key → path of the member that refers to a missing resource. */
  readonly references?: Readonly<Record<string, string>>;
}

/**
 * Converts the error of a statement that writes a row.
 *
 * @returns `conflict` if another row has the same unique value; `invalid_request` if a referenced
 * resource is missing; any other error unchanged
 */
export function explainRefusedWrite(error: unknown, texts: ViolationTexts): unknown {
  const state = sqlStateOf(error);
  if (state === UNIQUE_VIOLATION) {
    return new LetheError('conflict', { message: texts.conflict, cause: error });
  }
  return state === FOREIGN_KEY_VIOLATION ? explainReference(error, texts) : error;
}

function explainReference(error: unknown, { references = {} }: ViolationTexts): unknown {
  const constraint = constraintOf(error);
  for (const [part, path] of Object.entries(references)) {
    if (!constraint.includes(part)) continue;
    const problem = 'does not exist in this workspace';
    return new LetheError('invalid_request', {
      message: `${path}: ${problem}`,
      details: { [path]: problem },
      cause: error,
    });
  }
  return error;
}

function constraintOf(error: unknown): string {
  const { driverError } = error as { driverError?: { constraint?: unknown } };
  const constraint = driverError?.constraint;
  return typeof constraint === 'string' ? constraint : '';
}
