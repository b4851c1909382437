import { type JsonObject, normaliseUserId } from '@lethe/contracts';

/** Claims of the identity provider about a person who signed in. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string;
  readonly groups: readonly string[];
}

/**
 * Refusal of a sign-in because of its claims. The person sees the message, which contains no value
 * of a claim.
 */
export class RefusedClaimsError extends Error {
  override readonly name = 'RefusedClaimsError';
  readonly code = 'refused_claims';
}

export interface ClaimRules {
  readonly clientId: string;
  readonly groupsClaim: string;
  /** Whether people are refused if the provider does not say that their address is verified. */
  readonly needsVerifiedEmail: boolean;
}

/** Maximum characters of a `sub`, by OpenID Connect Core, chapter 2. */
const LONGEST_SUBJECT = 255;

/**
 * Reads the claims of an ID token. Call it after the signature, `iss`, `aud`, `exp` and `nonce`
 * were checked.
 *
 * @param token claims of the ID token
 * @param userinfo further claims about the same `sub`
 * @throws RefusedClaimsError
 */
export function readClaims(
  token: JsonObject & { readonly iss: string; readonly sub: string },
  userinfo: JsonObject,
  { clientId, groupsClaim, needsVerifiedEmail }: ClaimRules,
): Claims {
  const { iss: issuer, sub: subject, azp } = token;
  if (azp !== undefined && azp !== clientId) {
    throw new RefusedClaimsError(
      'The ID token was issued to another client (azp). Ask the operator of Lethe to check LETHE_OIDC_CLIENT_ID.',
    );
  }
  const isEmpty = normaliseUserId(subject) === '';
  if (isEmpty || subject.length > LONGEST_SUBJECT || !isStorable(subject)) {
    throw new RefusedClaimsError(
      'The ID token has no usable subject (sub). Ask the operator of Lethe to check the identity provider.',
    );
  }
  const groups = [token[groupsClaim] ?? userinfo[groupsClaim]]
    .flat()
    .filter((group): group is string => typeof group === 'string');
  const email = emailOf(token, userinfo, needsVerifiedEmail);
  return { issuer, subject, groups, ...(email === undefined ? {} : { email }) };
}

/** Refuses an unverified address, because it can be the address of a different person. */
function emailOf(
  token: JsonObject,
  userinfo: JsonObject,
  needsVerified: boolean,
): string | undefined {
  const email = token.email ?? userinfo.email;
  if (typeof email !== 'string' || email === '') return undefined;
  if (!isStorable(email)) {
    throw new RefusedClaimsError(
      'Your e-mail address at the provider has invalid characters. Correct it there, then sign in again.',
    );
  }
  // `email_verified` is valid only for the address in the same token or userinfo.
  const isVerified =
    token.email === undefined || token.email === userinfo.email
      ? (token.email_verified ?? userinfo.email_verified)
      : token.email_verified;
  // Some providers (Amazon Cognito, Apple) send `email_verified` as a string.
  if (isVerified === true || isVerified === 'true') return email;
  if (isVerified !== undefined) {
    throw new RefusedClaimsError(
      'The provider has not verified your e-mail address (email_verified). Verify it there, then sign in again.',
    );
  }
  if (!needsVerified) return email;
  throw new RefusedClaimsError(
    'The provider does not say whether your e-mail address is verified (email_verified). LETHE_OIDC_VERIFIED_EMAIL_ONLY requires a verified address. Ask the operator of Lethe.',
  );
}

/**
 * Returns whether PostgreSQL can store the text, which excludes U+0000 and lone surrogates. Other
 * control characters are excluded, too, because names do not contain them.
 */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
