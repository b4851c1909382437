import type { JsonObject } from '@lethe/contracts';
import type tls from 'node:tls';
import { keyPattern } from '../shared/key-pattern.js';
import {
  readExactText,
  readNumber,
  readPlaces,
  readText,
  refuseUnsound,
  type Place,
} from '../shared/read-config.js';

/** What a REDIS destination's configuration says. */
export interface RedisConfig {
  /** One server, or some of a cluster's. */
  readonly places: readonly Place[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  readonly tls: tls.ConnectionOptions | undefined;
  readonly toKey: (userId: string) => string;
}

const REDIS_PORT = 6_379;
const DEFAULT_PREFIX = 'user:';

/** @throws DeletionProblem naming the variable that is wrong */
export function readRedisConfig(config: JsonObject): RedisConfig {
  refuseUnsound('REDIS', config);
  return {
    places: readPlaces(config, 'address', REDIS_PORT),
    username: readText(config, 'username'),
    password: readExactText(config, 'password'),
    database: readNumber(config, 'database', 0),
    tls: config.tls === true ? tlsOptions(config) : undefined,
    toKey: keyPattern(readPattern(config)),
  };
}

/** Forms store what was left empty as an empty text: no prefix at all is a pattern. */
function readPattern(config: JsonObject): string {
  const prefix = readExactText(config, 'prefix') ?? DEFAULT_PREFIX;
  // `<userId>` in a prefix would be a second placeholder, and is refused as such.
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
