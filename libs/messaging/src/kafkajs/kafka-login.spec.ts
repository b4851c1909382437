import kafkajs, { type AuthenticationProviderArgs } from 'kafkajs';
import { toKafkaAccessError } from './kafka-access-error.js';
import { kafkaLogin } from './kafka-login.js';

/** Logs in to a broker that requests this number of SCRAM iterations. */
function loginAt(iterations: string): Promise<void> {
  return login(() => Promise.resolve({ r: 'nonce', s: 'c2FsdA==', i: iterations }));
}

/** Logs in to a broker. @param saslAuthenticate sends a message of the login */
async function login(saslAuthenticate: () => Promise<unknown>): Promise<void> {
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
    saslAuthenticate,
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

  it('says that the login was refused only if the broker answered', async () => {
    const refused = new kafkajs.KafkaJSProtocolError({
      ...{ type: 'SASL_AUTHENTICATION_FAILED', code: 58, retriable: false },
      message: 'SASL Authentication failed',
    } as unknown as Error);
    const lost = [
      new kafkajs.KafkaJSConnectionError('closed'),
      new kafkajs.KafkaJSRequestTimeoutError('Request timed out', {} as never),
      new Error('Closed connection'),
    ];
    const accessError = async (error: Error) =>
      toKafkaAccessError(await login(() => Promise.reject(error)).catch((e: unknown) => e));
    expect(await accessError(refused)).toMatchObject({ code: 'SASL_AUTHENTICATION_FAILED' });
    for (const error of lost) expect(await accessError(error)).toBeUndefined();
  });
});
