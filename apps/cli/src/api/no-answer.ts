/** Errors of a connection that was never established. */
const NEVER_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
/** Errors of a broken connection or a missing response. */
const BROKEN = [
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'TimeoutError'],
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
];

/** Returns true if no connection was established, for example because of a wrong address. */
export function isNeverReached(error: unknown): boolean {
  return NEVER_REACHED.includes(codeOf(error));
}

/** Returns true if a retry can succeed. */
export function isWorthARetry(error: unknown): boolean {
  return isNeverReached(error) || BROKEN.includes(codeOf(error));
}

/** Explains why a request got no response. The text contains no secret. */
export function explainNoAnswer(error: unknown, url: string): string {
  const code = codeOf(error);
  if (isNeverReached(error)) {
    return `The API cannot be reached at ${url} (${code}). Check that it is running and that LETHE_URL is its address.`;
  }
  if (BROKEN.includes(code))
    return `The API at ${url} did not answer (${code}). Check that it is running.`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code)) {
    return `The certificate of ${url} is not accepted (${code}). Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate authority to trust.`;
  }
  return `The request to ${url} failed (${code}). Check LETHE_URL.`;
}

/** Returns the code of the error that `fetch` wraps. */
function codeOf(error: unknown): string {
  const { cause, name } = error as { readonly cause?: unknown; readonly name?: string };
  const inner = (cause ?? error) as { readonly code?: unknown; readonly name?: string };
  return typeof inner.code === 'string' ? inner.code : (inner.name ?? name ?? 'unknown');
}
