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
    authority: 'Name its authority with sslrootcert in DATABASE_URL.',
    name: 'Use a host that the certificate names in DATABASE_URL.',
    ours: 'Check sslmode, sslcert and sslkey in DATABASE_URL.',
  },
  kafka: {
    service: 'Kafka',
    login: 'Check LETHE_KAFKA_USERNAME, LETHE_KAFKA_PASSWORD and LETHE_KAFKA_SASL_MECHANISM.',
    authority: 'Name its authority in LETHE_KAFKA_CA_FILE.',
    name: 'Use a host that the certificate names in KAFKA_BROKERS and in the advertised listeners.',
    ours: 'Check LETHE_KAFKA_TLS, LETHE_KAFKA_CERT_FILE and LETHE_KAFKA_KEY_FILE.',
  },
  regulation: {
    service: 'The regulation service',
    login: '',
    authority: 'Name its authority in LETHE_RPC_CA_FILE.',
    name: 'Set LETHE_RPC_SERVER_NAME to a name that the certificate holds.',
    ours: 'Check LETHE_RPC_CERT_FILE and LETHE_RPC_KEY_FILE, and that the service has mutual TLS on.',
  },
};

/**
 * What to tell the operator when a service refuses us, or its certificate is not accepted: what,
 * where, and what to do. Holds no secret.
 *
 * @returns one line, or undefined for every other error
 */
export function explainRefusedAccess(error: unknown): string | undefined {
  if (!(error instanceof AccessRefusedError)) return undefined;
  const { service, code, place } = error;
  const texts = SERVICES[service];
  const who = place === undefined ? texts.service : `${texts.service} at ${place}`;
  return `${who} ${problem(code, texts)} (${code})`;
}

function problem(code: string, texts: Explanations): string {
  if (code.startsWith('28') || code.includes('SASL')) {
    return `refuses the login. ${texts.login}`;
  }
  if (/ALTNAME|HOSTNAME/.test(code)) {
    return `has a certificate for another host name. ${texts.name}`;
  }
  if (/EXPIRED|NOT_YET_VALID/.test(code)) {
    return `has a certificate that is not valid at this time. Renew it, or set the clock.`;
  }
  if (/SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED|INVALID_|CERT_SIGNATURE/.test(code)) {
    return `has a certificate of an authority that is not trusted. ${texts.authority}`;
  }
  if (code === 'TLS_NOT_SUPPORTED' || code.endsWith('WRONG_VERSION_NUMBER')) {
    return `does not speak TLS. ${texts.ours}`;
  }
  if (code === 'CLOSED_AFTER_HANDSHAKE') {
    return `does not accept our certificate. ${texts.ours}`;
  }
  return `and we could not agree on TLS. ${texts.ours}`;
}
