import type { UserIdentifiers } from './user-identifiers.js';

const KNOWN = ['userId', 'email', 'phone'] as const;
const BY_FOLDED = new Map<string, string>(KNOWN.map((name) => [fold(name), name]));
/** Longer than any name with a few separators in it. */
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
 * What is wrong with a member of a user whose name is nearly `userId`, `email` or `phone`: stored as another identifier, it
 * would find and delete nothing.
 *
 * @param name differs from the known one only in case, `-` or `_`
 */
export function nearNameProblem(name: string): string | undefined {
  const known = name.length > MAX_LENGTH ? undefined : BY_FOLDED.get(fold(name));
  return known === undefined || known === name
    ? undefined
    : `is not a known member; did you mean "${known}"?`;
}

/** @returns the identifier that a usual name stands for: `E-Mail` and `mobile phone` are `email` and `phone`; undefined for any other name */
export function knownIdentifier(name: string): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const folded = fold(name.replaceAll(/\s/g, ''));
  return BY_FOLDED.get(folded) ?? SYNONYMS.get(folded);
}

/** A custom identifier of a user that is named like a known one which the user lacks. */
export interface Synonym {
  readonly name: string;
  readonly reason: string;
}

/** @returns the custom identifiers that are named like an e-mail address or phone number, of a user without that one */
export function synonymsOf(user: UserIdentifiers): readonly Synonym[] {
  return Object.keys(user).flatMap((name) => {
    const known = name.length > MAX_LENGTH ? undefined : SYNONYMS.get(fold(name));
    if (known === undefined || user[known] !== undefined) return [];
    const reason = `is a custom identifier: no look-up by ${known} finds the user by it. Name it "${known}" if it is one`;
    return [{ name, reason }];
  });
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
