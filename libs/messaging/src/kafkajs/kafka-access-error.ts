import { AccessRefusedError } from '@lethe/contracts';
import { LOGIN_REFUSED } from './kafka-login.js';

/** Kafka refuses the login, or one side does not accept the certificate of the other side. */
export class KafkaAccessError extends AccessRefusedError {
  override readonly name = 'KafkaAccessError';

  /**
   * @param brokerAddress the broker, `host:port`, if known
   * @param code `SASL_AUTHENTICATION_FAILED`, `UNSUPPORTED_SASL_MECHANISM`, or a code of the TLS
   * library
   */
  constructor(brokerAddress: string | undefined, code: string, cause: unknown) {
    super('kafka', brokerAddress, code, cause);
  }
}

const REFUSED = new RegExp(
  `^${LOGIN_REFUSED}$|CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^ERR_(?:TLS|SSL|OSSL)_`,
);
const MECHANISM = /mechanism is not supported|does not support the requested SASL mechanism/;

/** Returns a `KafkaAccessError` if an error, or one of its causes, says that access is refused. */
export function toKafkaAccessError(error: unknown): KafkaAccessError | undefined {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code, broker } = inner as { code?: unknown; broker?: string };
    if (typeof code === 'string' && REFUSED.test(code)) {
      return new KafkaAccessError(broker, code, error);
    }
    if (MECHANISM.test(inner.message)) {
      return new KafkaAccessError(broker, 'UNSUPPORTED_SASL_MECHANISM', error);
    }
  }
  return undefined;
}
