import type { AuthenticationProviderArgs } from 'kafkajs';
import { kafkaLogin } from './kafka-login.js';

/** Logs in to a broker that requests this number of SCRAM iterations. */
async function loginAt(iterations: string): Promise<void> {
  const { authenticationProvider } = kafkaLogin({
    mechanism: 'scram-sha-256',
    username: 'u',
    password: () => 'p',
  });
  const logger = { debug: () => undefined, error: () => undefined };
  const connection = {
    host: 'broker',
    port: 9_092,
    logger,
    saslAuthenticate: () => Promise.resolve({ r: 'nonce', s: 'c2FsdA==', i: iterations }),
  };
  await authenticationProvider(connection as unknown as AuthenticationProviderArgs).authenticate();
}

describe('kafkaLogin', () => {
  it.each(['1000001', '99999999', '999999999x', '1x', '1e9', '0x3b9aca00', ' 9', '-1', ''])(
    'rejects %j as the number of SCRAM iterations',
    async (iterations) => {
      await expect(loginAt(iterations)).rejects.toThrow('too many SCRAM iterations');
    },
  );

  it('accepts the usual number of iterations', async () => {
    // The login fails only at a later check, which proves that the number was accepted.
    await expect(loginAt('4096')).rejects.toThrow('Invalid server nonce');
  });
});
