import { normaliseUserId, REGULATION_TYPES, type RegulationType } from '@lethe/contracts';
import {
  contact,
  count,
  cursor,
  listOf,
  Member,
  oneOf,
  reason,
  Together,
  userId,
  userIdPrefix,
} from '../definition/index.js';
import { USER_BOUNDS, USER_KEYS } from './user-bounds.js';

const SHOWN = ['masked', 'full'] as const;

const IDENTIFIERS = {
  is: oneOf(SHOWN),
  optional: true,
  default: 'masked',
  description:
    '`full` shows identifiers as stored. The log of the gateway notes this, with the name of the token.',
};

/** Body of `POST /v2/users/lookup`. It has exactly one of userId, email and phone. */
@Together<LookUpPersonDto>((given, problems) => {
  const named = USER_KEYS.filter((key) => given[key] !== undefined);
  if (named.length !== 1) {
    problems.add('body', `must have exactly one of ${USER_KEYS.join(', ')}`);
  }
  const [key = 'userId'] = named;
  if (given.afterCursor !== undefined && key !== 'userId') {
    problems.add('afterCursor', 'is allowed only with userId');
  }
})
export class LookUpPersonDto {
  @Member({ is: userId, optional: true, example: 'user-1' })
  userId?: string;

  @Member({ is: contact, optional: true, description: 'Upper and lower case are equal.' })
  email?: string;

  @Member({
    is: contact,
    optional: true,
    description:
      'Digits of any script, with any separators. `00` equals `+`. A `(0)` after the country code and an extension are ignored.',
  })
  phone?: string;

  @Member(IDENTIFIERS)
  identifiers?: (typeof SHOWN)[number];

  @Member({
    is: cursor,
    optional: true,
    description: 'Value of `nextCursor` from the previous page. Only with `userId`.',
  })
  afterCursor?: string;
}

/** Body of `POST /v2/users/search`. */
@Together<SearchPeopleDto>(({ after, identifiers }, problems) => {
  if (after !== undefined && identifiers !== 'full') {
    problems.add('after', 'is allowed only with "identifiers": "full"');
  }
})
export class SearchPeopleDto {
  @Member({
    is: userIdPrefix,
    example: 'user-',
    description: 'Beginning of the userId. Upper and lower case differ.',
  })
  prefix!: string;

  @Member({
    is: count({ least: 1, most: USER_BOUNDS.found }),
    optional: true,
    default: USER_BOUNDS.found,
  })
  limit?: number;

  @Member({
    is: userId,
    optional: true,
    example: 'user-1',
    description: 'Last userId of the previous page. Only with `"identifiers": "full"`.',
  })
  after?: string;

  @Member(IDENTIFIERS)
  identifiers?: (typeof SHOWN)[number];
}

/**
 * Body of `POST /v2/users/unsuppress`. All ids must have the same suppression key, because a
 * request cancels the regulations of one key only.
 */
@Together<UnsuppressDto>(({ userId: first, userIds }, problems) => {
  if (typeof first !== 'string' || !Array.isArray(userIds)) return;
  if (userIds.length >= USER_BOUNDS.unsuppressIds) return;
  const key = normaliseUserId(first);
  userIds.forEach((id: unknown, index) => {
    if (typeof id !== 'string' || id === '' || normaliseUserId(id) === key) return;
    problems.add(
      `userIds[${index}]`,
      'has another suppression key than userId; unsuppress it in a separate request',
    );
  });
})
export class UnsuppressDto {
  @Member({ is: userId, example: 'user-1' })
  userId!: string;

  @Member({
    is: listOf(userId, { most: USER_BOUNDS.unsuppressIds - 1, what: 'user ids' }),
    optional: true,
    description:
      'Further ids with the same suppression key. Their regulations are canceled, too. If another such id has a regulation, the answer is a 409 that names the id, and nothing is canceled.',
  })
  userIds?: string[];

  @Member({
    is: reason,
    optional: true,
    description: 'Reason, for people. Do not enter identifiers: this text is kept.',
  })
  reason?: string;
}

/** Members that the gateway adds to a command that cancels regulations. */
export class CancelsDto {
  /**
   * Regulation types that the token is allowed to cancel. `suppress_with_delete` also stands for
   * `delete`.
   */
  @Member({ is: listOf(oneOf(REGULATION_TYPES), { most: REGULATION_TYPES.length, what: 'types' }) })
  allowedTypes!: readonly RegulationType[];
}
