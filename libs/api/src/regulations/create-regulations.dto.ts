import { FIXED_LIMITS, type RegulationType, type UserIdentifiers } from '@lethe/contracts';
import { flag, flagOnce, Member, reason, text, Together } from '../definition/index.js';
import { idempotencyKey, users } from './order.kinds.js';
import {
  checkTargets,
  destinationIds,
  regulationType,
  sourceIds,
  unusableDestinations,
} from './targets.js';

/** Body of `POST /v2/regulations`. Repeats of users stay: the service collapses them, and until then a path names what the caller sent. */
@Together(checkTargets)
export class CreateRegulationsDto {
  @Member({
    is: regulationType,
    example: 'suppress',
    description:
      '`suppress` drops the events of the users. `suppress_with_delete` does so at all sources, and deletes what the named destinations have of them. `delete` only deletes.',
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
    description: 'Only with `suppress_with_delete` and `delete`, and required there.',
  })
  destinationIds?: readonly string[];

  @Member({
    is: users,
    example: [{ userId: 'user-1', email: 'user-1@example.com' }, { userId: 'user-2' }],
    description:
      'One regulation is made for each user. The userId (up to 512 bytes) is stored and deleted by as it is given; events are found by it without what cannot be seen (`suppressionKey`). Beside userId, phone and email up to 20 custom identifiers, with names of 1 to 64 characters A-Z a-z 0-9 _ . $ -. Names that differ from those three only in case, - or _ are refused.',
  })
  users!: readonly UserIdentifiers[];

  @Member({
    is: reason,
    optional: true,
    example: 'Asked by e-mail, ticket 4711',
    description: 'Why, in your words. Stored and shown with the regulation; on no topic.',
  })
  reason?: string;
}

/** Headers of `POST /v2/regulations`, beside `Accept`. */
export class CreateHeadersDto {
  @Member({
    is: idempotencyKey,
    optional: true,
    description: `Up to ${FIXED_LIMITS.idempotencyKeyLength} printable ASCII characters, remembered for 24 hours: repeating the request with it creates nothing new.`,
  })
  idempotencyKey?: string;

  @Member({
    is: text,
    optional: true,
    description:
      '`return=representation` (RFC 7240): the answer is the records, whatever `Accept` says. For clients that send `*/*` and read JSON, as generated ones do.',
  })
  prefer?: string;
}

export class CreateQueryDto {
  @Member({
    is: flagOnce,
    optional: true,
    description:
      'True: the answer is the plan. Nothing is stored or sent, and an `Idempotency-Key` is refused.',
  })
  dryRun?: boolean;
}

/** What the service is asked to plan. */
export class PlanRegulationsDto extends CreateRegulationsDto {
  /** Why destinations cannot delete, by their ids. The service has no key of secrets, so the gateway looks at what they open to. */
  @Member(unusableDestinations)
  unusableDestinations?: Readonly<Record<string, string>>;
}

/** What the service is asked to create. */
export class OrderRegulationsDto extends PlanRegulationsDto {
  @Member({ is: idempotencyKey, optional: true })
  idempotencyKey?: string;

  /** Whether the caller wants the records back, or a plain confirmation. */
  @Member({ is: flag })
  wantRecords!: boolean;
}
