import { deletionRefusal } from '@lethe/destination-definitions';
import { DeletionProblem } from '../src/shared/deletion-problem.js';
import { readKafkaConfig } from '../src/kafka/kafka-config.js';
import { readPostgresConfig } from '../src/postgres/postgres-config.js';
import { readRedisConfig } from '../src/redis/redis-config.js';
import { readS3Settings } from '../src/s3/s3-settings.js';
import { webhookTarget } from '../src/webhook/webhook-target.js';

type Config = Parameters<typeof readRedisConfig>[0];

const TABLES = [{ table: 'users', userIdColumn: 'id' }];
/** Each type has a valid configuration, and changes that make this configuration invalid. */
const TYPES: Readonly<Record<string, readonly [valid: Config, ...invalid: Config[]]>> = {
  WEBHOOK: [
    { deletionUrl: ' https://example.com/delete ', deletionSecret: 'any text' },
    ...['nonsense', 'ftp://a.example', 'https://u:p@a.example', 'a.example/x', '//a.example'].map(
      (deletionUrl) => ({ deletionUrl }),
    ),
    { deletionSecret: 'whsec_?' },
  ],
  REDIS: [
    { address: 'a.example:6379, [::1]:7000', database: '3', username: 'u', password: 'p' },
    ...[
      'redis://a.example',
      'u@a.example',
      'a.example:0',
      'a:70000',
      Array(21).fill('a').join(),
    ].map((address) => ({ address })),
    ...['user:', '<userId><userId>'].map((keyPattern) => ({ keyPattern })),
    ...['-1', '1.5', 'x'].map((database) => ({ database })),
    { password: '' },
  ],
  KAFKA: [
    { hostName: 'a.example', port: '9092', topic: 'events', useSASL: false },
    ...['https://a.example', 'a b'].map((hostName) => ({ hostName })),
    ...['0', '65536', 'x'].map((port) => ({ port })),
    { topic: 'a topic' },
    { keyPattern: 'none' },
    { useSASL: true, saslType: 'gssapi', username: 'u', password: 'p' },
  ],
  S3: [
    { bucketName: 'bucket', accessKeyID: 'k', accessKey: 's', endpoint: 'https://s3.example.com' },
    ...['s3.example.com', 'https://s3.example.com/path', 'https://k:s@s3.example.com'].map(
      (endpoint) => ({ endpoint }),
    ),
    { bucketName: 'a bucket' },
    { region: 'Nowhere!' },
  ],
  POSTGRES: [
    {
      host: 'h',
      port: 5432,
      database: 'd',
      user: 'u',
      sslMode: 'VERIFY-FULL',
      deletionTables: TABLES,
    },
    ...['https://h', 'postgres://u:p@h/d', 'u@h', 'h/d', 'h:5432', '[::1]', 'a b'].map((host) => ({
      host,
    })),
    ...['0', 'x'].map((port) => ({ port })),
    { sslMode: 'prefer' },
    { deletionTables: [] },
    { deletionTables: [{ table: 'users', userIdColumn: ' ' }] },
    { deletionTables: Array(101).fill(TABLES[0]) },
  ],
};

/** Returns whether the deletion provider accepts the configuration. */
function isAccepted(type: string, config: Config): boolean {
  const readers: Readonly<Record<string, (given: Config) => boolean>> = {
    WEBHOOK: (given) => webhookTarget(given).url.href !== '',
    REDIS: (given) => readRedisConfig(given).places.length > 0,
    KAFKA: (given) => readKafkaConfig(given).topics.length > 0,
    S3: (given) => readS3Settings(given).bucket !== '',
    POSTGRES: (given) => readPostgresConfig(given).tables.length > 0,
  };
  try {
    return readers[type]!(config);
  } catch (error) {
    if (error instanceof DeletionProblem) return false;
    throw error;
  }
}

it.each(['h', 'db.example.com', '::1', '192.0.2.1'])(
  'a deletion request for a POSTGRES destination is accepted with the host %s',
  (host) => {
    const config = { ...TYPES.POSTGRES![0], host };
    expect(isAccepted('POSTGRES', config)).toBe(true);
    expect(deletionRefusal('POSTGRES', config, 'cloud')).toBeUndefined();
  },
);

describe.each(Object.entries(TYPES))(
  'a deletion request for a %s destination',
  (type, [valid, ...invalid]) => {
    it('is accepted with a configuration that the deletion provider accepts', () => {
      expect([isAccepted(type, valid), deletionRefusal(type, valid, 'cloud')]).toEqual([
        true,
        undefined,
      ]);
    });

    it.each(invalid)('is refused with %j, which the deletion provider also refuses', (change) => {
      const config = { ...valid, ...change };
      expect([isAccepted(type, config), deletionRefusal(type, config, 'cloud')]).toEqual([
        false,
        expect.stringContaining(`cannot delete users: `),
      ]);
    });
  },
);
