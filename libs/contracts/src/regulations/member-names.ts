import type { UserIdentifiers } from './user-identifiers.js';

const KNOWN = ['userId', 'email', 'phone'] as const;
const BY_FOLDED = new Map<string, string>(KNOWN.map((name) => [fold(name), name]));
/** Maximum length of a name that is compared. No known name with a few separators is longer. */
const MAX_LENGTH = 40;

const EMAIL_NAMES = ['mail', 'emailaddress', 'mailaddress', 'useremail', 'contactemail'];
const PHONE_NAMES = [
  ...['phonenumber', 'phoneno', 'telephone', 'telephonenumber', 'tel', 'msisdn'],
  ...['mobile', 'mobilephone', 'mobilenumber', 'cell', 'cellphone', 'cellnumber'],
];
const SYNONYMS = new Map([
  ...EMAIL_NAMES.map((name) => [name, 'email'] as const),
  ...PHONE_NAMES.map((name) => [name, 'phone'] as const),
]);

/**
 * Returns the problem with a member name that is similar to `userId`, `email` or `phone`. Lethe
 * would store such a member as a further identifier, and no look-up or deletion would find the user
 * by it.
 *
 * @param name the name of the member; it is similar if it differs from a known name only in case,
 * `-` or `_`
 */
export function nearNameProblem(name: string): string | undefined {
  const known = name.length > MAX_LENGTH ? undefined : BY_FOLDED.get(fold(name));
  return known === undefined || known === name
    ? undefined
    : `is not a known member; did you mean "${known}"?`;
}

/**
 * @returns the identifier that a common column name means, such as `email` for `E-Mail` and `phone`
 * for `mobile phone`; undefined for any other name
 */
export function knownIdentifier(name: string): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const folded = fold(name.replaceAll(/\s/g, ''));
  return BY_FOLDED.get(folded) ?? SYNONYMS.get(folded);
}

/** A further identifier whose name means `email` or `phone`, of a user without this identifier. */
export interface Synonym {
  readonly name: string;
  readonly reason: string;
}

/**
 * @returns the further identifiers whose name means `email` or `phone`, if the user has no such
 *   identifier
 */
export function synonymsOf(user: UserIdentifiers): readonly Synonym[] {
  return Object.keys(user).flatMap((name) => {
    const known = name.length > MAX_LENGTH ? undefined : SYNONYMS.get(fold(name));
    if (known === undefined || user[known] !== undefined) return [];
    const reason = `is a further identifier, so a look-up by ${known} does not find it. If it holds the ${known} of the user, rename it to "${known}"`;
    return [{ name, reason }];
  });
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
