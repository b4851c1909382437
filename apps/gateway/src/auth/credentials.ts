/** Content of an `Authorization` header. */
export interface Credentials {
  readonly token: string;
  /** User name of Basic credentials; absent for Bearer, or if it is empty. */
  readonly email?: string;
}

export type Scheme = 'Bearer' | 'Basic';

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;
const BASIC = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i;

/**
 * Reads an `Authorization` header (RFC 6750, RFC 7617).
 *
 * @param schemes schemes that the endpoint accepts
 * @returns `undefined` for all other schemes and for invalid credentials
 */
export function parseCredentials(
  header: string | undefined,
  schemes: readonly Scheme[],
): Credentials | undefined {
  if (header === undefined) return undefined;
  const bearer = schemes.includes('Bearer') ? BEARER.exec(header)?.[1] : undefined;
  if (bearer !== undefined) return { token: bearer };
  const basic = schemes.includes('Basic') ? BASIC.exec(header)?.[1] : undefined;
  return basic === undefined ? undefined : parseBasic(basic);
}

/**
 * Reads the secret of a data plane from a Basic header. The secret is the user name, and the
 * password is empty.
 *
 * @param header value of `Authorization`
 */
export function parseDataPlaneSecret(header: string | undefined): string | undefined {
  const encoded = BASIC.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const decoded = decode(encoded);
  const secret = decoded.slice(0, -1);
  return decoded.endsWith(':') && secret !== '' && !secret.includes(':') ? secret : undefined;
}

function parseBasic(encoded: string): Credentials | undefined {
  const decoded = decode(encoded);
  const colon = decoded.indexOf(':'); // an e-mail address has no colon; a token can have one
  const token = decoded.slice(colon + 1);
  if (colon === -1 || token === '') return undefined;
  const email = decoded.slice(0, colon);
  return email === '' ? { token } : { token, email };
}

function decode(encoded: string): string {
  return Buffer.from(encoded, 'base64').toString('utf8');
}
