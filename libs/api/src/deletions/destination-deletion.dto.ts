import {
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  DELETION_STATES,
  describeStates,
  type DeletionRecord,
  type DeletionState,
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
import { DeletionAttemptDto } from './deletion-attempt.dto.js';

const TIME = { is: time, optional: true };

/** How a deletion was carried out. */
export class DeletionRecordDto implements DeletionRecord {
  @Member({ is: textOf({ most: 200 }), example: 'signed POST', description: 'In a few words.' })
  method!: string;

  @Member({
    is: numbers,
    optional: true,
    example: { users: 1 },
    description: 'What was counted, for the whole call.',
  })
  counts?: Readonly<Record<string, number>>;

  @Member({
    is: listOf(text),
    optional: true,
    description: 'What the reader must know, e.g. that old versions still hold the data.',
  })
  notes?: readonly string[];
}

/** Where the deletion at one destination stands, without how it was carried out. */
export class DeletionStandingDto {
  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({
    is: oneOf(DELETION_STATES),
    example: 'pending',
    description: describeStates(DELETION_STATE_WORDS),
  })
  status!: DeletionState;

  @Member({ is: count({ least: 0 }), example: 0, description: 'How often it has failed.' })
  attempts!: number;

  @Member({
    is: text,
    optional: true,
    description: 'Why it failed or was aborted, or what it waits for.',
  })
  reason?: string;

  @Member({ ...TIME, description: 'When a worker took it for the first time.' })
  startedAt?: string;

  @Member({ ...TIME, description: 'When it became final.' })
  finishedAt?: string;

  @Member({ ...TIME, description: 'When it may be tried next, while it waits.' })
  nextAttemptAt?: string;

  @Member({
    ...TIME,
    description: 'By when it has to be done. Absent for jobs from before this was kept.',
  })
  dueAt?: string;

  @Member({ is: flag, example: false, description: CONDITION_WORDS.overdue.meaning })
  overdue!: boolean;

  @Member({
    is: flag,
    optional: true,
    description: 'True while it waits until an operator releases it.',
  })
  held?: boolean;

  @Member({
    is: text,
    optional: true,
    example: '4711',
    description: 'The job that says so; absent where no job has the user any more.',
  })
  jobId?: string;

  @Member({
    is: objects(() => DeletionAttemptDto),
    optional: true,
    description:
      'What each attempt came to, the oldest first. Only with one regulation; absent where the histories of all its destinations together have no room: ask for the job.',
  })
  history?: readonly DeletionAttemptDto[];
}

/** Where the deletion at one destination stands. */
export class DestinationDeletionDto extends DeletionStandingDto {
  @Member({
    is: object(() => DeletionRecordDto),
    optional: true,
    description: 'How it was deleted.',
  })
  record?: DeletionRecordDto;
}
