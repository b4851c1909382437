import { AccessRefusedError, type RefusingService } from '@lethe/contracts';

interface Explanations {
  readonly service: string;
  readonly login: string;
  readonly authority: string;
  readonly name: string;
  readonly ours: string;
}

const SERVICES: Readonly<Record<RefusingService, Explanations>> = {
  database: {
    service: 'PostgreSQL',
    login: 'Check user, password and sslmode in DATABASE_URL, and LETHE_DATABASE_PASSWORD.',
    authority: 'Set sslrootcert in DATABASE_URL to a PEM file with its certificate authority.',
    name: 'In DATABASE_URL, use a host name from the certificate.',
    ours: 'Check sslmode, sslcert and sslkey in DATABASE_URL.',
  },
  kafka: {
    service: 'Kafka',
    login: 'Check LETHE_KAFKA_USERNAME, LETHE_KAFKA_PASSWORD and LETHE_KAFKA_SASL_MECHANISM.',
    authority: 'Set LETHE_KAFKA_CA_FILE to a PEM file with its certificate authority.',
    name: 'In KAFKA_BROKERS and in the advertised listeners, use host names from the certificate.',
    ours: 'Check LETHE_KAFKA_TLS, LETHE_KAFKA_CERT_FILE and LETHE_KAFKA_KEY_FILE.',
  },
  regulation: {
    service: 'The regulation service',
    login: '',
    authority: 'Set LETHE_RPC_CA_FILE to a PEM file with its certificate authority.',
    name: 'Set LETHE_RPC_SERVER_NAME to a name from the certificate.',
    ours: 'Check LETHE_RPC_CERT_FILE and LETHE_RPC_KEY_FILE, and that mutual TLS is enabled at the service.',
  },
};

/**
 * Explains to the operator why a service refuses Lethe, or why Lethe does not accept the
 * certificate of the service. The text contains no secret.
 *
 * @returns one line with the problem, the address and the remedy; undefined if the error is not an
 *   `AccessRefusedError`
 */
export function explainRefusedAccess(error: unknown): string | undefined {
  if (!(error instanceof AccessRefusedError)) return undefined;
  const { service, code, place } = error;
  const texts = SERVICES[service];
  const subject = place === undefined ? texts.service : `${texts.service} at ${place}`;
  return `${subject} ${problem(code, texts)} (${code})`;
}

function problem(code: string, texts: Explanations): string {
  if (code.startsWith('28') || code.includes('SASL')) {
    return `refuses the login. ${texts.login}`;
  }
  if (/ALTNAME|HOSTNAME/.test(code)) {
    return `has a certificate for another host name. ${texts.name}`;
  }
  if (/EXPIRED|NOT_YET_VALID/.test(code)) {
    return `has a certificate that is not valid at this time. Renew it, or correct the clock of this machine.`;
  }
  if (/SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|INVALID_|CERT_SIGNATURE/.test(code)) {
    return `has a certificate from an authority that is not trusted. ${texts.authority}`;
  }
  if (code === 'TLS_NOT_SUPPORTED' || code.endsWith('WRONG_VERSION_NUMBER')) {
    return `does not speak TLS. ${texts.ours}`;
  }
  if (code === 'CLOSED_AFTER_HANDSHAKE') {
    return `does not accept the certificate of Lethe. ${texts.ours}`;
  }
  return `did not complete the TLS handshake. ${texts.ours}`;
}
