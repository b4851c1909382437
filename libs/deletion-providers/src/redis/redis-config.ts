import type { JsonObject } from '@lethe/contracts';
import type tls from 'node:tls';
import { keyPattern } from '../shared/key-pattern.js';
import { shortName } from '../shared/short-name.js';
import {
  readExactText,
  readNumber,
  readAddresses,
  readText,
  rejectInvalidConfig,
  type ServerAddress,
} from '../shared/read-config.js';

/** Parsed configuration of a REDIS destination. */
export interface RedisConfig {
  /** One server, or at least one node of a cluster. */
  readonly places: readonly ServerAddress[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  readonly tls: tls.ConnectionOptions | undefined;
  readonly toKey: (userId: string) => string;
  /** Pattern of the keys and number of the database, for records. */
  readonly place: string;
}

const REDIS_PORT = 6_379;
const DEFAULT_PREFIX = 'user:';

/** @throws DeletionProblem that names the invalid variable */
export function readRedisConfig(config: JsonObject): RedisConfig {
  rejectInvalidConfig('REDIS', config);
  const toKey = keyPattern(readPattern(config));
  const database = readNumber(config, 'database', 0);
  return {
    places: readAddresses(config, 'address', REDIS_PORT),
    username: readText(config, 'username'),
    password: readExactText(config, 'password'),
    database,
    tls: config.tls === true ? tlsOptions(config) : undefined,
    toKey,
    place: `${shortName(toKey('<userId>'))} in database ${database}`,
  };
}

/** Treats an empty `keyPattern` as missing, because forms store an empty field as an empty text. */
function readPattern(config: JsonObject): string {
  const prefix = readExactText(config, 'prefix') ?? DEFAULT_PREFIX;
  // `keyPattern()` rejects a prefix with `<userId>`, because the placeholder then occurs twice.
  return readExactText(config, 'keyPattern') ?? `${prefix}<userId>`;
}

function tlsOptions(config: JsonObject): tls.ConnectionOptions {
  const ca = readText(config, 'caCertificate');
  const servername = readText(config, 'serverName');
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(servername === undefined ? {} : { servername }),
  };
}
