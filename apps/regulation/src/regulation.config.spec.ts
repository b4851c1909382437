import { loadConfig } from '@lethe/config';
import { regulationConfigSchema } from './regulation.config.js';

const load = (environment: Record<string, string>) => () =>
  loadConfig(regulationConfigSchema, {
    DATABASE_URL: 'postgres://db/lethe',
    KAFKA_BROKERS: 'kafka:9092',
    ...environment,
  });
const SECRET = 'a-key-of-this-test-0123456789';

describe('LETHE_REGULATION_LISTEN', () => {
  it.each(['0.0.0.0:3001', '[::]:3001', '10.0.0.7:3001', 'regulation:3001'])(
    'must not be %s without a key',
    (listen) => {
      expect(load({ LETHE_REGULATION_LISTEN: listen })).toThrow('LETHE_RPC_SECRET');
      expect(
        load({ LETHE_REGULATION_LISTEN: listen, LETHE_RPC_SECRET: SECRET })().LETHE_RPC_SECRET,
      ).toEqual([SECRET]);
    },
  );

  it.each(['127.0.0.1:3001', '127.0.0.12:3001', 'localhost:3001', '[::1]:3001'])(
    'can be %s without a key',
    (listen) => {
      expect(load({ LETHE_REGULATION_LISTEN: listen })).not.toThrow();
    },
  );

  it('is accepted with several keys; a short key is refused and not shown', () => {
    const two = load({ LETHE_RPC_SECRET: `${SECRET}, ${SECRET}2` });
    expect(two().LETHE_RPC_SECRET).toEqual([SECRET, `${SECRET}2`]);
    const short = load({ LETHE_RPC_SECRET: `${SECRET},short-one` });
    expect(short).toThrow('LETHE_RPC_SECRET: must have 22 to 512 characters');
    expect(short).not.toThrow('short-one');
  });
});
