import { FIXED_LIMITS, PEOPLE_BOUNDS, USER_ID_PATTERN } from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const USER_ID = { pattern: USER_ID_PATTERN, example: 'user-1' };
const CONTACT = { pattern: '\\S', maxLength: FIXED_LIMITS.contactLength };
const SHOWN = ['masked', 'full'] as const;
const IDENTIFIERS = {
  enum: SHOWN,
  default: 'masked',
  description:
    '`full`: identifiers as they are stored. That is logged, with the name of the token.',
} as const;

/** Body of `POST /v2/users/lookup`: exactly one of userId, email and phone. */
export class LookUpPersonDto {
  @ApiPropertyOptional(USER_ID)
  userId?: string;

  @ApiPropertyOptional({ ...CONTACT, description: 'In any case.' })
  email?: string;

  @ApiPropertyOptional({
    ...CONTACT,
    description:
      'Digits of any script, grouped in any way; `00` is `+`. A `(0)` behind the country code and an extension do not count.',
  })
  phone?: string;

  @ApiPropertyOptional(IDENTIFIERS)
  identifiers?: (typeof SHOWN)[number];

  @ApiPropertyOptional({ description: 'With a userId: the `nextCursor` of the page before.' })
  afterCursor?: string;
}

/** Body of `POST /v2/users/search`. */
export class SearchPeopleDto {
  @ApiProperty({
    pattern: '\\S',
    example: 'user-',
    description: 'How the userId begins; case counts.',
  })
  prefix!: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: PEOPLE_BOUNDS.found,
    default: PEOPLE_BOUNDS.found,
  })
  limit?: number;

  @ApiPropertyOptional({
    ...USER_ID,
    description: 'The last userId of the page before; goes only with `"identifiers": "full"`.',
  })
  after?: string;

  @ApiPropertyOptional(IDENTIFIERS)
  identifiers?: (typeof SHOWN)[number];
}

/** Body of `POST /v2/users/unsuppress`. */
export class UnsuppressDto {
  @ApiProperty(USER_ID)
  userId!: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', pattern: USER_ID_PATTERN },
    maxItems: PEOPLE_BOUNDS.meantIds - 1,
    description:
      'Further ids with the same suppression key, whose regulations are canceled too. Where an id with a regulation is not named, the answer is a 409 that names it, and nothing is canceled.',
  })
  userIds?: string[];

  @ApiPropertyOptional({
    pattern: '\\S',
    maxLength: FIXED_LIMITS.reasonLength,
    description: 'Why. Do not write identifiers into it.',
  })
  reason?: string;
}
