/** The nonce of this page's policy, for styles that are made by code. Browsers hide the attribute, not the property. */
export function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? '';
}
