import { AccessRefusedError, type RefusingService } from '@lethe/contracts';
import { explainRefusedAccess } from './explain-refused-access.js';

const refusal = (service: RefusingService, code: string, place?: string) =>
  new AccessRefusedError(service, place, code, new Error('internal words'));

describe('explainRefusedAccess', () => {
  it.each([
    [
      '28P01',
      'PostgreSQL at db:5432 refuses the login. Check user, password and sslmode in DATABASE_URL',
    ],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'an authority that is not trusted. Set sslrootcert'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'an authority that is not trusted'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host name'],
    ['CERT_HAS_EXPIRED', 'not valid at this time'],
    ['TLS_NOT_SUPPORTED', 'does not speak TLS. Check sslmode'],
    [
      'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
      'did not complete the TLS handshake. Check sslmode, sslcert',
    ],
  ])('explains the problem, the address and the remedy for the code %s', (code, text) => {
    const line = explainRefusedAccess(refusal('database', code, 'db:5432'));
    expect(line).toContain(text);
    expect(line).toContain(`(${code})`);
    expect(line).not.toContain('\n');
  });

  it('shows which variables of each service to correct', () => {
    const untrusted = (service: RefusingService) =>
      explainRefusedAccess(refusal(service, 'SELF_SIGNED_CERT_IN_CHAIN'));
    expect(untrusted('kafka')).toContain('Kafka has a certificate');
    expect(untrusted('kafka')).toContain('LETHE_KAFKA_CA_FILE');
    expect(untrusted('regulation')).toContain('LETHE_RPC_CA_FILE');
    expect(explainRefusedAccess(refusal('regulation', 'CLOSED_AFTER_HANDSHAKE'))).toContain(
      'does not accept the certificate of Lethe. Check LETHE_RPC_CERT_FILE',
    );
  });

  it('returns undefined for an error that is not an AccessRefusedError', () => {
    expect(
      explainRefusedAccess(Object.assign(new Error(), { code: 'CERT_HAS_EXPIRED' })),
    ).toBeUndefined();
    expect(explainRefusedAccess('text')).toBeUndefined();
  });
});
