/** Error codes of Node, OpenSSL and undici, and what each means to somebody who sent a request. */
const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ENOTFOUND: 'The host name could not be resolved',
  ENODATA: 'The host name could not be resolved',
  EAI_AGAIN: 'The host name could not be resolved',
  EAI_FAIL: 'The host name could not be resolved',
  EAI_NODATA: 'The host name could not be resolved',
  EAI_NONAME: 'The host name could not be resolved',
  EHOSTUNREACH: 'The host could not be reached',
  ENETUNREACH: 'The host could not be reached',
  EADDRNOTAVAIL: 'The host could not be reached',
  EHOSTDOWN: 'The host could not be reached',
  ETIMEDOUT: 'The connection could not be made in time',
  UND_ERR_CONNECT_TIMEOUT: 'The connection could not be made in time',
  ECONNRESET: 'The connection was closed before the answer was complete',
  EPIPE: 'The connection was closed before the answer was complete',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The connection was closed before the answer was complete',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too long',
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired',
  CERT_NOT_YET_VALID: 'TLS: the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate belongs to another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: the certificate is self-signed',
};

/** Families of error codes, and what each means. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^(UNABLE_TO_|CERT_|INVALID_CA|INVALID_PURPOSE)/, 'TLS: the certificate cannot be trusted'],
  [/^(EPROTO$|ERR_SSL_|ERR_TLS_)/, 'TLS: the handshake failed'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the answer are too long'],
  // undici leaves the code away for some of its parser's errors.
  [/^(HPE_|HTTPParserError$)/, 'The answer is not valid HTTP'],
  [/^(Z_|ERR_BROTLI|ERR__ERROR_|ERR_PADDING)/, 'The answer could not be decompressed'],
];

/**
 * Says in a sentence why there was no answer, without addresses, ports or stack.
 *
 * @param error as Node or undici threw it
 */
export function describeNetworkError(error: unknown): string {
  for (const code of codesOf(error)) {
    const text = TEXTS[code] ?? PATTERNS.find(([pattern]) => pattern.test(code))?.[1];
    if (text !== undefined) return text;
  }
  return 'The request failed';
}

/** @returns the codes and names of an error, of what caused it, and of the attempts at each address of a host */
function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { code, name, errors, cause } = error as Readonly<Record<string, unknown>>;
  const attempts: unknown[] = Array.isArray(errors) ? errors : [];
  return [
    ...[code, name].filter((value) => typeof value === 'string'),
    ...attempts.flatMap(codesOf),
    ...codesOf(cause),
  ];
}
