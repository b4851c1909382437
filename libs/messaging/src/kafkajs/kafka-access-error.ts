import { AccessRefusedError } from '@lethe/contracts';
import { LOGIN_REFUSED } from './kafka-login.js';

/** Kafka refuses our login, or one of the two does not accept the other's certificate. */
export class KafkaAccessError extends AccessRefusedError {
  override readonly name = 'KafkaAccessError';

  /**
   * @param place the broker, `host:port`, where it is known
   * @param code `SASL_AUTHENTICATION_FAILED`, `UNSUPPORTED_SASL_MECHANISM`, or a code of the TLS library
   */
  constructor(place: string | undefined, code: string, cause: unknown) {
    super('kafka', place, code, cause);
  }
}

const REFUSED = new RegExp(
  `^${LOGIN_REFUSED}$|CERT|SELF_SIGNED|^UNABLE_TO_|^INVALID_(?:CA|PURPOSE)$|^ERR_(?:TLS|SSL|OSSL)_`,
);
const MECHANISM = /mechanism is not supported|does not support the requested SASL mechanism/;

/** Looks for a refusal behind what kafkajs wraps around it. */
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
