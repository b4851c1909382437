import {
  postgresSessionTarget,
  postgresTarget,
  type PostgresTarget,
  type PostgresVariables,
} from './postgres-variables.js';
import {
  unavailableTimes,
  type UnavailableTimes,
  type UnavailableVariables,
} from './unavailable-after.js';

/** Connection options for `openDatabase` of `@lethe/database`. */
export interface PostgresConnection extends UnavailableTimes {
  readonly url: PostgresTarget;
  /** Address for locks, `LISTEN` and migrations, which need a session. */
  readonly sessionUrl: PostgresTarget;
  /** Whether a connection to `url` keeps its session. False if `url` is a transaction pooler. */
  readonly keepsSession: boolean;
}

/** Returns addresses and timeouts of the database of an app that serves requests. */
export function postgresConnection(
  config: PostgresVariables & UnavailableVariables & { readonly DATABASE_URL: string },
): PostgresConnection {
  return {
    url: postgresTarget(config),
    sessionUrl: postgresSessionTarget(config),
    keepsSession: config.LETHE_DATABASE_SESSION_URL === undefined,
    ...unavailableTimes(config),
  };
}
