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

/** Whether identifiers are to be shown as they are stored. */
const IDENTIFIERS = {
  is: oneOf(SHOWN),
  optional: true,
  default: 'masked',
  description:
    '`full`: identifiers as they are stored. That is logged, with the name of the token.',
};

/** Body of `POST /v2/users/lookup`: exactly one of userId, email and phone. */
@Together<LookUpPersonDto>((given, problems) => {
  const named = USER_KEYS.filter((key) => given[key] !== undefined);
  if (named.length !== 1) {
    problems.add('body', `must name the user by one of ${USER_KEYS.join(', ')}`);
  }
  const [key = 'userId'] = named;
  if (given.afterCursor !== undefined && key !== 'userId') {
    problems.add('afterCursor', 'goes only with a userId');
  }
})
export class LookUpPersonDto {
  @Member({ is: userId, optional: true, example: 'user-1' })
  userId?: string;

  @Member({ is: contact, optional: true, description: 'In any case.' })
  email?: string;

  @Member({
    is: contact,
    optional: true,
    description:
      'Digits of any script, grouped in any way; `00` is `+`. A `(0)` behind the country code and an extension do not count.',
  })
  phone?: string;

  @Member(IDENTIFIERS)
  identifiers?: (typeof SHOWN)[number];

  @Member({
    is: cursor,
    optional: true,
    description: 'With a userId: the `nextCursor` of the page before.',
  })
  afterCursor?: string;
}

/** Body of `POST /v2/users/search`. */
@Together<SearchPeopleDto>(({ after, identifiers }, problems) => {
  if (after !== undefined && identifiers !== 'full') {
    problems.add('after', 'goes only with identifiers: full');
  }
})
export class SearchPeopleDto {
  @Member({
    is: userIdPrefix,
    example: 'user-',
    description: 'How the userId begins; case counts.',
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
    description: 'The last userId of the page before; goes only with `"identifiers": "full"`.',
  })
  after?: string;

  @Member(IDENTIFIERS)
  identifiers?: (typeof SHOWN)[number];
}

/** Body of `POST /v2/users/unsuppress`. Of ids with another suppression key nothing would be canceled. */
@Together<UnsuppressDto>(({ userId: first, userIds }, problems) => {
  if (typeof first !== 'string' || !Array.isArray(userIds)) return;
  if (userIds.length >= USER_BOUNDS.meantIds) return;
  const key = normaliseUserId(first);
  userIds.forEach((id: unknown, index) => {
    if (typeof id !== 'string' || id === '' || normaliseUserId(id) === key) return;
    problems.add(
      `userIds[${index}]`,
      'has another suppression key than userId; unsuppress it by itself',
    );
  });
})
export class UnsuppressDto {
  @Member({ is: userId, example: 'user-1' })
  userId!: string;

  @Member({
    is: listOf(userId, { most: USER_BOUNDS.meantIds - 1, what: 'user ids' }),
    optional: true,
    description:
      'Further ids with the same suppression key, whose regulations are canceled too. Where an id with a regulation is not named, the answer is a 409 that names it, and nothing is canceled.',
  })
  userIds?: string[];

  @Member({ is: reason, optional: true, description: 'Why. Do not write identifiers into it.' })
  reason?: string;
}

/** What the gateway adds to a command that cancels. */
export class CancelsDto {
  /** What the token may cancel; `suppress_with_delete` stands for `delete`, too. */
  @Member({ is: listOf(oneOf(REGULATION_TYPES), { most: REGULATION_TYPES.length, what: 'types' }) })
  allowedTypes!: readonly RegulationType[];
}
