import { describeNetworkError } from './describe-network-error.js';

const coded = (code: string) => Object.assign(new Error(`${code} 10.0.0.7:8080`), { code });

describe('describeNetworkError', () => {
  it.each([
    ['ECONNREFUSED', 'The connection was refused'],
    ['ENOTFOUND', 'The host name could not be resolved'],
    ['EAI_AGAIN', 'The host name could not be resolved'],
    ['ENETUNREACH', 'The host could not be reached'],
    ['UND_ERR_CONNECT_TIMEOUT', 'The connection timed out'],
    ['UND_ERR_SOCKET', 'The connection was closed before the answer was complete'],
    ['CERT_HAS_EXPIRED', 'TLS: the certificate has expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS: the certificate belongs to another host name'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'TLS: the certificate cannot be trusted'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS: the handshake failed'],
    ['HPE_INVALID_CONSTANT', 'The answer is not valid HTTP'],
    ['HPE_HEADER_OVERFLOW', 'The headers of the answer are too long'],
    ['Z_DATA_ERROR', 'The answer could not be decompressed'],
    ['ESOMETHING', 'The request failed'],
  ])('describes %s: %s', (code, text) => {
    expect(describeNetworkError(coded(code))).toBe(text);
  });

  it('reads the error codes of the attempts at each address, and of causes', () => {
    expect(describeNetworkError(new AggregateError([coded('X'), coded('ECONNREFUSED')]))).toBe(
      'The connection was refused',
    );
    expect(describeNetworkError(new Error('x', { cause: coded('ENOTFOUND') }))).toBe(
      'The host name could not be resolved',
    );
    expect(describeNetworkError('odd')).toBe('The request failed');
  });
});
