import {
  FIXED_LIMITS,
  type Law,
  type RegulationType,
  type UserIdentifiers,
} from '@lethe/contracts';
import { flag, flagOnce, Member, reason, text, Together } from '../definition/index.js';
import { LAW, RECEIVED_AT } from './demand.kinds.js';
import { idempotencyKey, users } from './order.kinds.js';
import {
  checkTargets,
  destinationIds,
  regulationType,
  sourceIds,
  unusableDestinations,
} from './targets.js';

/**
 * Body of `POST /v2/regulations`. The service removes duplicate users later, so that paths in
 * errors match the request.
 */
@Together(checkTargets)
export class CreateRegulationsDto {
  @Member({
    is: regulationType,
    example: 'suppress',
    description:
      '`suppress` drops the events of the users. `suppress_with_delete` drops them at all sources, and deletes the data of the users at the named destinations. `delete` only deletes.',
  })
  regulationType!: RegulationType;

  @Member({
    is: sourceIds,
    optional: true,
    example: ['src_web'],
    description: 'Only with `suppress`. Absent: all sources of the workspace.',
  })
  sourceIds?: readonly string[];

  @Member({
    is: destinationIds,
    optional: true,
    example: ['dst_hook'],
    description:
      'Required for `suppress_with_delete` and `delete`. Not allowed with `suppress`. `["*"]` stands for all destinations of the workspace that can delete at the time of the request. A destination that cannot identify a user is left out for this user. If none can, the request is refused. The answer names the destinations at which nothing is deleted in `notDeleted`.',
  })
  destinationIds?: readonly string[];

  @Member({
    is: users,
    example: [{ userId: 'user-1', email: 'user-1@example.com' }, { userId: 'user-2' }],
    description:
      'Lethe creates one regulation for each user. The userId has at most 512 bytes. Lethe stores it exactly as given, and deletions use it. Events are matched by the userId without invisible characters (`suppressionKey`). Beside userId, phone and email, a user may have up to 20 further identifiers, with names of 1 to 64 characters A-Z a-z 0-9 _ . $ -. A name that differs from these three only in case, - or _ is refused.',
  })
  users!: readonly UserIdentifiers[];

  @Member({
    is: reason,
    optional: true,
    example: 'Asked by e-mail, ticket 4711',
    description:
      'Reason, in your words. Stored and shown with the regulation, but not published on Kafka.',
  })
  reason?: string;

  @Member(RECEIVED_AT)
  receivedAt?: string;

  @Member(LAW)
  law?: Law;
}

/** Headers of `POST /v2/regulations`, without `Accept`. */
export class CreateHeadersDto {
  @Member({
    is: idempotencyKey,
    optional: true,
    description: `At most ${FIXED_LIMITS.idempotencyKeyLength} printable ASCII characters. Lethe remembers the key for 24 hours: a repeated request with the same key creates nothing new.`,
  })
  idempotencyKey?: string;

  @Member({
    is: text,
    optional: true,
    description:
      'With `return=representation` (RFC 7240), the answer has the records, whatever `Accept` says. Use it in clients that send `*/*` and read JSON, such as generated clients.',
  })
  prefer?: string;
}

export class CreateQueryDto {
  @Member({
    is: flagOnce,
    optional: true,
    description:
      'True: the answer is the plan. Nothing is stored or sent. An `Idempotency-Key` is refused.',
  })
  dryRun?: boolean;
}

/** Command to the regulation service that returns a plan. */
export class PlanRegulationsDto extends CreateRegulationsDto {
  /**
   * Reasons why destinations cannot delete, by the id of the destination. The gateway checks the
   * secrets of destinations, because the regulation service has no secret key.
   */
  @Member(unusableDestinations)
  unusableDestinations?: Readonly<Record<string, string>>;
}

/** Command to the regulation service that creates regulations. */
export class OrderRegulationsDto extends PlanRegulationsDto {
  @Member({ is: idempotencyKey, optional: true })
  idempotencyKey?: string;

  /** Whether the answer contains the regulations. If not, it only confirms the creation. */
  @Member({ is: flag })
  wantRecords!: boolean;
}
