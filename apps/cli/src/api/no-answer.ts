/** Errors of a connection that never came about, as nobody is there. */
const NEVER_REACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
/** Errors of a connection that broke, or of an answer that did not come. */
const BROKEN = [
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'TimeoutError'],
];

/** Whether no connection came about, as with a wrong address. */
export function isNeverReached(error: unknown): boolean {
  return NEVER_REACHED.includes(codeOf(error));
}

/** Whether the request may get an answer when it is repeated. */
export function isWorthARetry(error: unknown): boolean {
  return isNeverReached(error) || BROKEN.includes(codeOf(error));
}

/** What to tell about a request without an answer; holds no secret. */
export function explainNoAnswer(error: unknown, url: string): string {
  const code = codeOf(error);
  if (isNeverReached(error)) {
    return `The API cannot be reached at ${url} (${code}). Check that it runs, and that LETHE_URL says where.`;
  }
  if (BROKEN.includes(code)) return `The API at ${url} gave no answer (${code}).`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/.test(code)) {
    return `The certificate of ${url} is not accepted (${code}). NODE_EXTRA_CA_CERTS names a file with the authority to trust.`;
  }
  return `${url} could not be asked (${code}). Check LETHE_URL.`;
}

/** `fetch` wraps the error of the connection. */
function codeOf(error: unknown): string {
  const { cause, name } = error as { readonly cause?: unknown; readonly name?: string };
  const inner = (cause ?? error) as { readonly code?: unknown; readonly name?: string };
  return typeof inner.code === 'string' ? inner.code : (inner.name ?? name ?? 'unknown');
}
