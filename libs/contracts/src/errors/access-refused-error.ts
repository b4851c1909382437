import { OperatorError } from './operator-error.js';

/** What a process of ours logs in to, or shows its certificate. */
export type RefusingService = 'database' | 'kafka' | 'regulation';

const NAMES: Readonly<Record<RefusingService, string>> = {
  database: 'The database',
  kafka: 'Kafka',
  regulation: 'The regulation service',
};

/**
 * A service refuses our login, or one of the two does not accept the other's certificate. No waiting
 * mends that. What to do depends on the variables of the process: see `explainRefusedAccess` of
 * `@lethe/config`.
 */
export class AccessRefusedError extends OperatorError {
  override readonly name: string = 'AccessRefusedError';

  /**
   * @param place host and port, where they are known
   * @param code of the service's protocol (SQLSTATE, SASL) or of the TLS library
   * @param cause the error that was met
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
