/**
 * Returns the CSP nonce of the page, for generated styles. Reads the DOM property, because browsers
 * hide the attribute.
 */
export function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? '';
}
