import { type JsonObject, normaliseUserId } from '@lethe/contracts';

/** What the provider says about a person who signed in there. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string;
  readonly groups: readonly string[];
}

/** A sign-in that is refused for what the provider says about the person. The message is for that person, and quotes no claim. */
export class RefusedClaimsError extends Error {
  override readonly name = 'RefusedClaimsError';
  readonly code = 'refused_claims';
}

export interface ClaimRules {
  readonly clientId: string;
  readonly groupsClaim: string;
  /** Refuses people of whom the provider does not say whether it has verified their address. */
  readonly needsVerifiedEmail: boolean;
}

/** OpenID Connect Core, chapter 2: a `sub` has at most 255 characters. */
const LONGEST_SUBJECT = 255;

/**
 * Reads the claims of an ID token whose signature, `iss`, `aud`, `exp` and `nonce` are right.
 *
 * @param token its claims
 * @param userinfo what the provider says besides about the same `sub`
 * @throws RefusedClaimsError
 */
export function readClaims(
  token: JsonObject & { readonly iss: string; readonly sub: string },
  userinfo: JsonObject,
  { clientId, groupsClaim, needsVerifiedEmail }: ClaimRules,
): Claims {
  const { iss: issuer, sub: subject, azp } = token;
  if (azp !== undefined && azp !== clientId) {
    throw new RefusedClaimsError('The ID token was issued to another client (azp).');
  }
  const isEmpty = normaliseUserId(subject) === '';
  if (isEmpty || subject.length > LONGEST_SUBJECT || !isStorable(subject)) {
    throw new RefusedClaimsError('The ID token has no usable subject (sub).');
  }
  const groups = [token[groupsClaim] ?? userinfo[groupsClaim]]
    .flat()
    .filter((one): one is string => typeof one === 'string');
  const email = emailOf(token, userinfo, needsVerifiedEmail);
  return { issuer, subject, groups, ...(email === undefined ? {} : { email }) };
}

/** With an address that the provider has not verified, a person could appear as another one. */
function emailOf(token: JsonObject, userinfo: JsonObject, isNeeded: boolean): string | undefined {
  const email = token.email ?? userinfo.email;
  if (typeof email !== 'string' || email === '') return undefined;
  if (!isStorable(email)) {
    throw new RefusedClaimsError('The e-mail address of the ID token has invalid characters.');
  }
  // A verdict counts for the very address that it came with.
  const isVerified =
    token.email === undefined || token.email === userinfo.email
      ? (token.email_verified ?? userinfo.email_verified)
      : token.email_verified;
  // Some providers (Amazon Cognito, Apple) send the text.
  if (isVerified === true || isVerified === 'true') return email;
  if (isVerified !== undefined) {
    throw new RefusedClaimsError(
      'The provider has not verified your e-mail address (email_verified). Verify it there, then sign in again.',
    );
  }
  if (!isNeeded) return email;
  throw new RefusedClaimsError(
    'The provider does not say whether your e-mail address is verified (email_verified), which LETHE_OIDC_VERIFIED_EMAIL_ONLY asks for.',
  );
}

/** PostgreSQL holds neither U+0000 nor half a character, and no name has a control character. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
