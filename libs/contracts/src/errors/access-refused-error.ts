import { OperatorError } from './operator-error.js';

/** A service at which a process of Lethe authenticates. */
export type RefusingService = 'database' | 'kafka' | 'regulation';

const NAMES: Readonly<Record<RefusingService, string>> = {
  database: 'The database',
  kafka: 'Kafka',
  regulation: 'The regulation service',
};

/**
 * Error if a service rejected the login, or if one side rejected the certificate of the other side.
 * A later attempt fails too, until an operator corrects the cause. `explainRefusedAccess` of
 * `@lethe/config` names the environment variables to check.
 */
export class AccessRefusedError extends OperatorError {
  override readonly name: string = 'AccessRefusedError';

  /**
   * @param place host and port, if known
   * @param code error code of the protocol of the service (SQLSTATE, SASL) or of the TLS library
   * @param cause the original error
   */
  constructor(
    readonly service: RefusingService,
    readonly place: string | undefined,
    readonly code: string,
    cause: unknown,
  ) {
    const where = place === undefined ? '' : ` at ${place}`;
    super(`${NAMES[service]}${where} cannot be used (${code}).`, { cause });
  }
}
