import { LetheError } from '@lethe/contracts';
import { sqlStateOf } from '@lethe/database';

const UNIQUE_VIOLATION = '23505';
export const FOREIGN_KEY_VIOLATION = '23503';

/** Error texts for callers when the database refuses a row; part of `TableKind`. */
export interface ViolationTexts {
  /** Text for a unique value that is taken. */
  readonly conflict: string;
  /** Part of a foreign key's constraint name → text for a reference to a missing resource. */
  readonly references?: Readonly<Record<string, string>>;
}

/**
 * @param error of a statement that wrote a row
 * @returns `conflict` for a unique value that is taken, `invalid_request` for a reference to a
 * missing resource; every other error unchanged
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
    const problem = 'there is none with this id in the workspace';
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
