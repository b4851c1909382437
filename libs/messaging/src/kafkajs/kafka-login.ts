import { createRequire } from 'node:module';
import kafkajs, { type AuthenticationProviderArgs, type Mechanism } from 'kafkajs';

// Of a CommonJS package only some exports can be imported by name.
const { KafkaJSConnectionError } = kafkajs;

/** How to log in at the brokers (SASL). */
export interface KafkaLogin {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  /** Asked for each connection: one that comes from a file is read by `followSecret` of `@lethe/config`, and may change. */
  readonly password: () => string;
}

type Provider = (login: {
  username: string;
  password: string;
}) => Mechanism['authenticationProvider'];

/** The code of the error when the brokers refuse the login. */
export const LOGIN_REFUSED = 'SASL_AUTHENTICATION_FAILED';

const require = createRequire(import.meta.url);
/** kafkajs 2.2.4's own, which its main file does not hand out. */
const FILES = { plain: 'plain', 'scram-sha-256': 'scram256', 'scram-sha-512': 'scram512' } as const;

/**
 * kafkajs' login, with two differences. It asks for the password each time. And it makes a refused
 * login an error that is tried again: kafkajs gives its consumer up for good, but while a password
 * is being replaced that would end every process. Whoever starts looks with `reachKafka` first.
 */
export function kafkaLogin({ mechanism, username, password }: KafkaLogin): Mechanism {
  const provider = require(
    `kafkajs/src/broker/saslAuthenticator/${FILES[mechanism]}.js`,
  ) as Provider;
  return {
    mechanism,
    authenticationProvider: (connection: AuthenticationProviderArgs) => ({
      authenticate: async () => {
        try {
          const login = { username, password: password() };
          await provider(login)(withBoundedWork(connection)).authenticate();
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          const broker = `${connection.host}:${String(connection.port)}`;
          throw new KafkaJSConnectionError(reason, { broker, code: LOGIN_REFUSED });
        }
      },
    }),
  };
}

/** Kafka's default is 4,096 or 8,192. A million take half a second. */
const MOST_ITERATIONS = 1_000_000;

/** A broker says how often SCRAM's hash is to be made: not more often than makes sense. */
function withBoundedWork(connection: AuthenticationProviderArgs): AuthenticationProviderArgs {
  return {
    ...connection,
    saslAuthenticate: async (exchange) => {
      const answer = await connection.saslAuthenticate(exchange);
      const { i: iterations } = (answer ?? {}) as { readonly i?: unknown };
      // kafkajs reads digits for as long as there are some: nothing but digits may be there.
      if (iterations !== undefined && !isBounded(iterations)) {
        throw new Error('The broker asks for too many iterations of SCRAM');
      }
      return answer;
    },
  };
}

function isBounded(iterations: unknown): boolean {
  return (
    typeof iterations === 'string' &&
    /^\d{1,7}$/.test(iterations) &&
    Number(iterations) <= MOST_ITERATIONS
  );
}
