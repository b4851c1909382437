import { createRequire } from 'node:module';
import kafkajs, { type AuthenticationProviderArgs, type Mechanism } from 'kafkajs';

// Named imports work only for some exports of a CommonJS package.
const { KafkaJSConnectionError, KafkaJSProtocolError } = kafkajs;

/** The credentials of a SASL login. */
export interface KafkaLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  /**
   * Called for each connection, because `followSecret` of `@lethe/config` may have read a new
   * password from a file.
   */
  readonly password: () => string;
}

type Provider = (login: {
  username: string;
  password: string;
}) => Mechanism['authenticationProvider'];

/** Error code of a login that the brokers refuse. */
export const LOGIN_REFUSED = 'SASL_AUTHENTICATION_FAILED';

const require = createRequire(import.meta.url);
/** Private files of kafkajs 2.2.4. */
const FILES = { plain: 'plain', 'scram-sha-256': 'scram256', 'scram-sha-512': 'scram512' } as const;

/**
 * Returns the login of kafkajs with two changes. The login reads the password for each connection.
 * It also makes kafkajs retry a refused login. If kafkajs did not retry, it would end its consumer
 * permanently, and a change of the password would end every process. `reachKafka` detects a wrong
 * login at the start.
 */
export function kafkaLogin({ mechanism, username, password }: KafkaLogin): Mechanism {
  const provider = require(
    `kafkajs/src/broker/saslAuthenticator/${FILES[mechanism]}.js`,
  ) as Provider;
  return {
    mechanism,
    authenticationProvider: (connection: AuthenticationProviderArgs) => ({
      authenticate: async () => {
        const exchanges = { lost: false };
        try {
          const login = { username, password: password() };
          await provider(login)(watched(connection, exchanges)).authenticate();
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          const broker = `${connection.host}:${String(connection.port)}`;
          // Without an answer, nothing is known about the login.
          const code = exchanges.lost ? undefined : LOGIN_REFUSED;
          throw new KafkaJSConnectionError(reason, { broker, ...(code && { code }) });
        }
      },
    }),
  };
}

/** Kafka's default is 4,096 or 8,192. A million iterations take half a second. */
const MAX_ITERATIONS = 1_000_000;

/**
 * Limits the number of SCRAM iterations that a broker can request, and notes whether the broker did
 * not answer.
 */
function watched(
  connection: AuthenticationProviderArgs,
  exchanges: { lost: boolean },
): AuthenticationProviderArgs {
  return {
    ...connection,
    saslAuthenticate: async (exchange) => {
      const answer = await connection.saslAuthenticate(exchange).catch((error: unknown) => {
        exchanges.lost = !(error instanceof KafkaJSProtocolError);
        throw error;
      });
      const { i: iterations } = (answer ?? {}) as { readonly i?: unknown };
      // kafkajs ignores text after the digits, so only digits are accepted.
      if (iterations !== undefined && !isBounded(iterations)) {
        throw new Error('The broker asks for too many SCRAM iterations');
      }
      return answer;
    },
  };
}

function isBounded(iterations: unknown): boolean {
  return (
    typeof iterations === 'string' &&
    /^\d{1,7}$/.test(iterations) &&
    Number(iterations) <= MAX_ITERATIONS
  );
}
