import { explainRefusedAccess } from '@lethe/config';
import { OperatorError } from '@lethe/contracts';
import { isUnreachable, sqlStateOf } from '@lethe/database';
import { explainError } from './program.js';

const DATABASE_DOWN =
  'The database cannot be reached. Check that it is running and that DATABASE_URL is its address.';

/** Texts for errors of PostgreSQL, by SQLSTATE. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the login. Check user and password in DATABASE_URL.',
  '28000': 'The database refuses the login. Check user and password in DATABASE_URL.',
  '3D000': 'The database does not exist. Check the name in DATABASE_URL, or create it.',
  '42501': 'The database user lacks a right that this command needs. Use the owner of the schemas.',
};

/** Explains to the operator why a command failed. */
export function explainFailure(error: unknown): string {
  const refused = explainRefusedAccess(error);
  if (refused !== undefined) return refused;
  if (!(error instanceof Error) || error instanceof OperatorError) return explainError(error);
  if (isUnreachable(error) || isUnavailable(error)) return DATABASE_DOWN;
  return REFUSALS[sqlStateOf(error) ?? ''] ?? explainError(error);
}

function isUnavailable(error: Error): boolean {
  return error.name === 'LetheError' && (error as { code?: unknown }).code === 'unavailable';
}
