/** Texts for users, by error code of Node, OpenSSL or undici. */
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
  ETIMEDOUT: 'The connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out',
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

/** Texts for groups of error codes that `TEXTS` does not contain. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^(UNABLE_TO_|CERT_|INVALID_CA|INVALID_PURPOSE)/, 'TLS: the certificate cannot be trusted'],
  [/^(EPROTO$|ERR_SSL_|ERR_TLS_)/, 'TLS: the handshake failed'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the answer are too long'],
  // Some parser errors of undici have no code, so their name is compared.
  [/^(HPE_|HTTPParserError$)/, 'The answer is not valid HTTP'],
  [/^(Z_|ERR_BROTLI|ERR__ERROR_|ERR_PADDING)/, 'The answer could not be decompressed'],
];

/**
 * Returns a sentence for users about why a request has no answer. It contains no address, port or
 * stack.
 *
 * @param error thrown by Node or undici
 */
export function describeNetworkError(error: unknown): string {
  for (const code of codesOf(error)) {
    const text = TEXTS[code] ?? PATTERNS.find(([pattern]) => pattern.test(code))?.[1];
    if (text !== undefined) return text;
  }
  return 'The request failed';
}

/**
 * Returns the codes and names of an error, its causes, and the attempts at each address of a host.
 */
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
