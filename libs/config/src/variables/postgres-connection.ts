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

/** What the environment says of the database, as `openDatabase` of `@lethe/database` takes it. */
export interface PostgresConnection extends UnavailableTimes {
  readonly url: PostgresTarget;
  /** For what needs a session: locks, `LISTEN`, migrations. */
  readonly sessionUrl: PostgresTarget;
  /** Whether connections to `url` keep their session; those to a transaction pooler do not. */
  readonly keepsSession: boolean;
}

/** Addresses and waiting times of the database of an app that serves requests. */
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
