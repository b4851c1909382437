import type { PersonDto } from '@lethe/api/users';
import type { UserIdentifiers } from '@lethe/contracts';

const HIDDEN = '***';
/** Visible characters of an identifier. */
const SHOWN = 2;

/**
 * Returns the first characters of an identifier and a mask, so that people can distinguish
 * identifiers but not read them. For an e-mail address, the domain is also shown.
 *
 * @param name name of the identifier, such as `email`
 */
export function maskIdentifier(value: unknown, name = 'userId'): string {
  if (typeof value !== 'string') return HIDDEN;
  const at = name === 'email' ? value.lastIndexOf('@') : 0;
  if (at > 0) return `${Array.from(value)[0] ?? ''}${HIDDEN}${value.slice(at)}`;
  const characters = Array.from(value);
  return characters.length <= 2 * SHOWN ? HIDDEN : characters.slice(0, SHOWN).join('') + HIDDEN;
}

export function maskPerson(person: PersonDto): PersonDto {
  return {
    ...person,
    userId: maskIdentifier(person.userId),
    ...maskedKey(person),
    ...(person.otherIds === undefined
      ? {}
      : {
          otherIds: {
            ...person.otherIds,
            userIds: person.otherIds.userIds.map((id) => maskIdentifier(id)),
          },
        }),
    deletions: person.deletions.map(({ userId, ...deletion }) => ({
      ...deletion,
      ...(userId === undefined ? {} : { userId: maskIdentifier(userId) }),
    })),
    regulations: person.regulations.map(withMaskedIdentifiers),
  };
}

interface Identified {
  readonly attributes: UserIdentifiers;
  readonly suppressionKey?: string;
}

export function withMaskedIdentifiers<T extends Identified>(regulation: T): T {
  return {
    ...regulation,
    attributes: maskAttributes(regulation.attributes),
    ...maskedKey(regulation),
  };
}

function maskedKey({ suppressionKey }: Pick<Identified, 'suppressionKey'>): {
  suppressionKey?: string;
} {
  return suppressionKey === undefined ? {} : { suppressionKey: maskIdentifier(suppressionKey) };
}

function maskAttributes(attributes: UserIdentifiers): UserIdentifiers {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, maskIdentifier(value, name)]),
  ) as UserIdentifiers;
}
