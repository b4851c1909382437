import { Member, reason, text, TIME } from '../definition/index.js';

/** Body of `POST /v2/deletion-jobs/{id}/exception`. */
export class ExceptDeletionDto {
  @Member({
    is: reason,
    required: 'is required',
    example: 'The vendor closed our account, and the data with it. Ticket 4711.',
    description:
      'Why the deletion cannot be carried out. Stored with the job. Do not enter personal data: this text is kept.',
  })
  reason!: string;

  @Member({
    is: reason,
    optional: true,
    example: 'GDPR, Article 17(3)(b)',
    description: 'Legal basis on which the data stays, if there is one.',
  })
  basis?: string;
}

/** Why a person closed a deletion that failed permanently. */
export class DeletionExceptionDto {
  @Member(TIME)
  at!: string;

  @Member({ is: text, example: 'demo admin', description: 'Name of the token that recorded it.' })
  createdBy!: string;

  @Member({
    is: text,
    example: 'The vendor closed our account, and the data with it. Ticket 4711.',
  })
  reason!: string;

  @Member({ is: text, optional: true, example: 'GDPR, Article 17(3)(b)' })
  basis?: string;
}

/** Body of `POST /v2/regulations/{id}/extension`. */
export class ExtendRegulationDto {
  @Member({
    is: reason,
    required: 'is required',
    example: '120 requests arrived at once. The person was informed on 25 November.',
    description:
      'Why more time is needed. Stored with the regulation. Do not enter personal data: this text is kept.',
  })
  reason!: string;
}

/** The one extension of a deadline. */
export class ExtensionDto {
  @Member(TIME)
  at!: string;

  @Member({ is: text, example: 'demo admin', description: 'Name of the token that recorded it.' })
  createdBy!: string;

  @Member({
    is: text,
    example: '120 requests arrived at once. The person was informed on 25 November.',
  })
  reason!: string;

  @Member({ ...TIME, example: '2026-12-21T08:00:00.000Z', description: 'Deadline before.' })
  previousDueAt!: string;

  @Member({ ...TIME, example: '2027-02-21T08:00:00.000Z', description: 'Deadline since then.' })
  dueAt!: string;
}
