import {
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  DELETION_STATES,
  describeStates,
  VERIFICATION_STATE_WORDS,
  VERIFICATION_STATES,
  type DeletionRecord,
  type DeletionState,
  type VerificationState,
} from '@lethe/contracts';
import {
  count,
  flag,
  listOf,
  Member,
  numbers,
  object,
  objects,
  oneOf,
  text,
  textOf,
  time,
} from '../definition/index.js';
import { DeletionExceptionDto } from './deletion-exception.dto.js';
import { DeletionAttemptDto } from './deletion-attempt.dto.js';

const TIME = { is: time, optional: true };

export class DeletionRecordDto implements DeletionRecord {
  @Member({
    is: textOf({ most: 200 }),
    example: 'signed POST',
    description: 'Method of the deletion, in a few words.',
  })
  method!: string;

  @Member({
    is: numbers,
    optional: true,
    example: { users: 1 },
    description: 'Counts for the whole call.',
  })
  counts?: Readonly<Record<string, number>>;

  @Member({
    is: listOf(text),
    optional: true,
    description:
      'Facts that the reader must know, for example that old versions still have the data.',
  })
  notes?: readonly string[];
}

/** What the destination answered when it was asked again after the deletion. */
export class VerificationDto {
  @Member({
    is: oneOf(VERIFICATION_STATES),
    example: 'absent',
    description: describeStates(VERIFICATION_STATE_WORDS),
  })
  status!: VerificationState;

  @Member({ is: time, description: 'Time from which the destination is asked.' })
  dueAt!: string;

  @Member({ ...TIME, description: 'Time at which the verification ended.' })
  checkedAt?: string;

  @Member({ ...TIME, description: 'Earliest time of the next attempt, while it waits.' })
  nextAttemptAt?: string;

  @Member({
    ...TIME,
    description:
      'Time from which the destination is asked once more, if this verification has ended and another is open.',
  })
  nextCheckAt?: string;

  @Member({
    is: count({ least: 1 }),
    optional: true,
    example: 2,
    description:
      'Number of rows, keys or records that were found: of this user, and in a job of all its users.',
  })
  found?: number;

  @Member({
    is: text,
    optional: true,
    description: 'Reason why the destination could not be asked, or why the answer is in doubt.',
  })
  reason?: string;

  @Member({
    is: object(() => DeletionRecordDto),
    optional: true,
    description:
      'What was looked at. The counts are those of the whole call, which can cover more users.',
  })
  record?: DeletionRecordDto;

  @Member({
    is: text,
    optional: true,
    example: 'support',
    description:
      'Name of the token that ordered the verification. Absent if it follows from the deletion.',
  })
  createdBy?: string;
}

/** State of the deletion at one destination, without the record of how the data was deleted. */
export class DeletionStandingDto {
  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({
    is: oneOf(DELETION_STATES),
    example: 'pending',
    description: describeStates(DELETION_STATE_WORDS),
  })
  status!: DeletionState;

  @Member({ is: count({ least: 0 }), example: 0, description: 'Number of failed attempts.' })
  attempts!: number;

  @Member({
    is: text,
    optional: true,
    description: 'Reason why the deletion failed or was aborted, or why it waits.',
  })
  reason?: string;

  @Member({ ...TIME, description: 'Time at which a worker first claimed the deletion.' })
  startedAt?: string;

  @Member({ ...TIME, description: 'Time at which the deletion became final.' })
  finishedAt?: string;

  @Member({ ...TIME, description: 'Earliest time of the next attempt, while the deletion waits.' })
  nextAttemptAt?: string;

  @Member({
    ...TIME,
    description: 'Deadline of the deletion. Absent for old jobs without a stored deadline.',
  })
  dueAt?: string;

  @Member({ is: flag, example: false, description: CONDITION_WORDS.overdue.meaning })
  overdue!: boolean;

  @Member({
    is: flag,
    optional: true,
    description: 'True while the deletion is on hold: it waits until an operator releases it.',
  })
  held?: boolean;

  @Member({
    is: object(() => DeletionExceptionDto),
    optional: true,
    description: 'Why a person closed the deletion without carrying it out.',
  })
  exception?: DeletionExceptionDto;

  @Member({
    is: text,
    optional: true,
    example: '4711',
    description: 'Id of the job with the user. Absent when no job has the user any more.',
  })
  jobId?: string;

  @Member({
    is: objects(() => DeletionAttemptDto),
    optional: true,
    description:
      'Outcome of each attempt, oldest first. Only in the answer for one regulation. Absent when the histories of all destinations together are too large; then request the job.',
  })
  history?: readonly DeletionAttemptDto[];
}

/** State of the deletion at one destination, with the record of how the data was deleted. */
export class DestinationDeletionDto extends DeletionStandingDto {
  @Member({
    is: object(() => DeletionRecordDto),
    optional: true,
    description: 'How the data was deleted.',
  })
  record?: DeletionRecordDto;

  @Member({
    is: object(() => VerificationDto),
    optional: true,
    description:
      'The verification that ended last, also if a new job deletes the data that it found; before the first end, the one that is due first. Absent before the deletion is complete, and if the workspace verifies nothing.',
  })
  verification?: VerificationDto;
}
