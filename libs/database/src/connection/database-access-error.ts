import { AccessRefusedError } from '@lethe/contracts';
import { placeOf, type DatabaseTarget } from './client-config.js';
import { refusalCode } from '../database-error.js';

/** The database refuses our login, or one of the two does not accept the other's certificate. */
export class DatabaseAccessError extends AccessRefusedError {
  override readonly name = 'DatabaseAccessError';

  /**
   * @param place host and port
   * @param code SQLSTATE or a code of the TLS library; `TLS_NOT_SUPPORTED` where the server has no TLS
   */
  constructor(place: string, code: string, cause: unknown) {
    super('database', place, code, cause);
  }
}

/** The error that says where, when access was refused; otherwise the error as it is. */
export function toAccessError(target: DatabaseTarget, error: unknown): unknown {
  const code = refusalCode(error);
  return code === undefined ? error : new DatabaseAccessError(placeOf(target), code, error);
}
