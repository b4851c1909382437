import type { JsonObject } from '@lethe/contracts';
import tls from 'node:tls';
import {
  readExactText,
  readNumber,
  readText,
  rejectInvalidConfig,
  requireText,
  type ServerAddress,
} from '../shared/read-config.js';

/** A table and its column, verbatim from the configuration. */
export interface DeletionTable {
  /** If undefined, PostgreSQL uses the search path of the database user. */
  readonly schema: string | undefined;
  readonly table: string;
  readonly column: string;
}

/** Parsed configuration of a POSTGRES destination. */
export interface PostgresConfig extends ServerAddress {
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: tls.ConnectionOptions | undefined;
  readonly tables: readonly DeletionTable[];
}

const POSTGRES_PORT = 5_432;

/** @throws DeletionProblem that names the invalid variable */
export function readPostgresConfig(config: JsonObject): PostgresConfig {
  rejectInvalidConfig('POSTGRES', config);
  return {
    host: requireText(config, 'host'),
    port: readNumber(config, 'port', POSTGRES_PORT),
    database: requireText(config, 'database'),
    user: requireText(config, 'user'),
    password: readExactText(config, 'password') ?? '',
    tls: readTls(config),
    tables: readTables(config),
  };
}

/**
 * Follows libpq: `require` does not check the certificate, and `verify-ca` does not check whether
 * the certificate is for this host.
 */
function readTls(config: JsonObject): tls.ConnectionOptions | undefined {
  const mode = (readText(config, 'sslMode') ?? 'require').toLowerCase();
  if (mode === 'disable') return undefined;
  const ca = readText(config, 'serverCA');
  const cert = readText(config, 'clientCert');
  const key = readText(config, 'clientKey');
  const options: tls.ConnectionOptions = {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
  const expected = readText(config, 'serverName');
  switch (mode) {
    case 'require':
      return { ...options, rejectUnauthorized: false };
    case 'verify-ca':
      return { ...options, checkServerIdentity: () => undefined };
    default: // verify-full
      return {
        ...options,
        checkServerIdentity: (host, certificate) =>
          tls.checkServerIdentity(expected ?? host, certificate),
      };
  }
}

function readTables(config: JsonObject): readonly DeletionTable[] {
  const given = config.deletionTables as readonly Readonly<
    Record<'table' | 'userIdColumn', string>
  >[];
  return given.map(({ table, userIdColumn }) => {
    const dot = table.indexOf('.');
    const schema = dot < 0 ? readText(config, 'namespace') : table.slice(0, dot);
    return { schema, table: table.slice(dot + 1), column: userIdColumn };
  });
}
