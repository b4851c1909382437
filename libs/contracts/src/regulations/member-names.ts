import type { UserIdentifiers } from './regulation-record.js';

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

/** Something in a request that is accepted, and probably not meant. */
export interface RequestWarning {
  /** In the request, for instance `users[3].mobile`. */
  readonly path: string;
  readonly reason: string;
}

/**
 * @param most of them
 * @returns a warning for each custom identifier that is named like an e-mail address or phone number, of users without that one
 */
export function synonymWarnings(
  users: readonly UserIdentifiers[],
  most: number,
): readonly RequestWarning[] {
  const warnings: RequestWarning[] = [];
  for (const [index, user] of users.entries()) {
    for (const name of Object.keys(user)) {
      const known = name.length > MAX_LENGTH ? undefined : SYNONYMS.get(fold(name));
      if (known === undefined || user[known] !== undefined) continue;
      if (warnings.length === most) return warnings;
      warnings.push({
        path: `users[${index}].${name}`,
        reason: `is a custom identifier: no look-up by ${known} finds the user by it. Name it "${known}" if it is one`,
      });
    }
  }
  return warnings;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
