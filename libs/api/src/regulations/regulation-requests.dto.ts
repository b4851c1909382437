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
  checkOrder,
  LIST_ORDERS,
  Member,
  oneOf,
  Together,
  reason,
  time,
  userId,
} from '../definition/index.js';

const SHOWN = ['masked', 'full'] as const;

const IDENTIFIERS = {
  is: oneOf(SHOWN),
  optional: true,
  default: 'full',
  description:
    '`masked` shows only the first characters of each value in `attributes`. With `full`, the gateway logs the name of the token and the number of shown users.',
};

/** Query of `GET /v2/regulations`. */
@Together<ListRegulationsDto>(checkOrder)
export class ListRegulationsDto extends CursorQueryDto {
  @Member({
    is: userId,
    optional: true,
    description: 'Returns only regulations of users with the suppression key of this id.',
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
      'Returns only regulations with this `status`. A change appears here about one second later than in `GET /v2/regulations/{id}`.',
  })
  status?: RegulationStatus;

  @Member({
    is: flag,
    optional: true,
    description: 'Returns only regulations with this value of `overdue`.',
  })
  overdue?: boolean;

  @Member({
    is: time,
    optional: true,
    description:
      'Returns only regulations with `dueAt` before this time that still have a deletion to do, sorted as with `sort=due`. RFC 3339 with a zone; write `+` as `%2B`.',
  })
  dueBefore?: string;

  @Member({
    is: oneOf(LIST_ORDERS),
    optional: true,
    description:
      '`newest` (the default) sorts by creation. `due` sorts by `dueAt`, the earliest first, and returns only regulations that still have a deletion to do: open, or failed permanently without a later retry or exception. An extension during a walk through the pages moves the regulation to its new place.',
  })
  sort?: (typeof LIST_ORDERS)[number];

  @Member({
    is: time,
    optional: true,
    description:
      'Returns only regulations created at this time or later. RFC 3339 with a zone; write `+` as `%2B`.',
  })
  createdAfter?: string;

  @Member({
    is: time,
    optional: true,
    description:
      'Returns only regulations created before this time. RFC 3339 with a zone; write `+` as `%2B`.',
  })
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
    description: 'Reason, in your words. Stored and shown with the regulation as `cancelReason`.',
  })
  reason?: string;
}

/** Command that selects the deletions to abort. */
export class AbortDeletionsDto {
  /** Destination whose removal has begun or is complete. */
  @Member({ is: catalogId })
  destinationId!: string;

  /**
   * Whether the destination still exists and its removal can still fail. Then leased jobs continue.
   */
  @Member({ is: flag, optional: true })
  mayStay?: boolean;
}
