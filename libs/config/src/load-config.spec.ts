import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { loadConfig } from './load-config.js';
import { address, addresses, flag, integer, port, postgresUrl } from './variables/kinds.js';

const schema = z.object({
  PORT: port(8080).describe('Public port.'),
  DATABASE_URL: postgresUrl().describe('Where PostgreSQL is.'),
  KAFKA_BROKERS: addresses().optional(),
  LETHE_POOL: integer({ min: 1, max: 100, why: 'it is divided' }, 10),
  LETHE_MIGRATE: flag(true),
  LETHE_REGULATION_ADDRESS: address().optional(),
});

describe('loadConfig', () => {
  it('parses values and sets defaults', () => {
    const config = loadConfig(schema, {
      DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/lethe',
      KAFKA_BROKERS: 'a:9092, b:9092',
      PORT: '',
    });
    expect(config).toMatchObject({
      PORT: 8080,
      KAFKA_BROKERS: ['a:9092', 'b:9092'],
      LETHE_POOL: 10,
    });
  });

  it('reports all problems together', () => {
    const attempt = () =>
      loadConfig(schema, { PORT: '99999', LETHE_POOL: 'x', LETHE_MIGRATE: 'yes' });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).toThrow(
      /PORT: .*\n.*DATABASE_URL is missing: Where PostgreSQL is\.\n.*LETHE_POOL: must be a whole number from 1 to 100: it is divided\n.*LETHE_MIGRATE: /,
    );
  });

  it('never shows a value in its message', () => {
    const attempt = () => loadConfig(schema, { DATABASE_URL: 'mysql://root:s3cret@h/db' });
    expect(attempt).toThrow(/DATABASE_URL/);
    expect(attempt).not.toThrow(/s3cret/);
  });

  it('returns an object that cannot be changed', () => {
    const config = loadConfig(schema, { DATABASE_URL: 'postgres://h/db' });
    expect(() => Object.assign(config, { PORT: 1 })).toThrow(TypeError);
  });
});
