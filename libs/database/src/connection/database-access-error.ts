import { AccessRefusedError } from '@lethe/contracts';
import { hostAndPortOf, type DatabaseTarget } from './client-config.js';
import { refusalCode } from '../database-error.js';

/**
 * The database refuses our login, or one side does not accept the certificate of the other side.
 */
export class DatabaseAccessError extends AccessRefusedError {
  override readonly name = 'DatabaseAccessError';

  /**
   * @param place host and port
   * @param code SQLSTATE or a code of the TLS library; `TLS_NOT_SUPPORTED` if the server has no TLS
   */
  constructor(place: string, code: string, cause: unknown) {
    super('database', place, code, cause);
  }
}

/**
 * Returns a `DatabaseAccessError` with the host if access was refused. Returns any other error
 * unchanged.
 */
export function toAccessError(target: DatabaseTarget, error: unknown): unknown {
  const code = refusalCode(error);
  return code === undefined ? error : new DatabaseAccessError(hostAndPortOf(target), code, error);
}
