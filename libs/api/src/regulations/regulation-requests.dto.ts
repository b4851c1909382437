import {
  REGULATION_STATUSES,
  REGULATION_TYPES,
  type RegulationStatus,
  type RegulationType,
} from '@lethe/contracts';
import {
  catalogId,
  CursorQueryDto,
  flag,
  Member,
  oneOf,
  reason,
  time,
  userId,
} from '../definition/index.js';

const SHOWN = ['masked', 'full'] as const;

/** Identifiers are shown as they are, unless a query asks for less. */
const IDENTIFIERS = {
  is: oneOf(SHOWN),
  optional: true,
  default: 'full',
  description:
    '`masked` shows the first characters of each of `attributes` only. With `full` the log of the gateway notes who was shown how many users.',
};

/** Query of `GET /v2/regulations`. */
export class ListRegulationsDto extends CursorQueryDto {
  @Member({
    is: userId,
    optional: true,
    description: 'Of all users with the suppression key of this id.',
  })
  userId?: string;

  @Member({ is: oneOf(REGULATION_TYPES), optional: true })
  regulationType?: RegulationType;

  @Member({ is: flag, optional: true })
  canceled?: boolean;

  @Member({
    is: oneOf(REGULATION_STATUSES),
    optional: true,
    description:
      'As `status` of the records: that of `GET /v2/regulations/{id}`, about a second later.',
  })
  status?: RegulationStatus;

  @Member({ is: flag, optional: true, description: 'As `overdue` of the records.' })
  overdue?: boolean;

  @Member({
    is: time,
    optional: true,
    description: 'RFC 3339 with a zone, inclusive. A `+` is written `%2B`.',
  })
  createdAfter?: string;

  @Member({ is: time, optional: true, description: 'The same, exclusive.' })
  createdBefore?: string;

  @Member(IDENTIFIERS)
  identifiers?: (typeof SHOWN)[number];
}

/** Query of `GET /v2/regulations/{id}`. */
export class GetRegulationDto {
  @Member(IDENTIFIERS)
  identifiers?: (typeof SHOWN)[number];
}

/** Query of `DELETE /v2/regulations/{id}`. */
export class CancelRegulationDto {
  @Member({
    is: reason,
    optional: true,
    description: 'Why, in your words. Stored and shown with the regulation as `cancelReason`.',
  })
  reason?: string;
}

/** Which deletions are aborted. */
export class AbortDeletionsDto {
  /** A destination of the workspace that is about to go, or has gone. */
  @Member({ is: catalogId })
  destinationId!: string;

  /** It is there still, and may stay: what a worker has in hand goes on as if nothing had been said. */
  @Member({ is: flag, optional: true })
  mayStay?: boolean;
}
