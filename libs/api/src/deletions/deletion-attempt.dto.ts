import {
  ATTEMPT_OUTCOME_WORDS,
  ATTEMPT_OUTCOMES,
  ATTEMPT_WORKERS,
  describeStates,
  type AttemptOutcome,
  type AttemptWorker,
} from '@lethe/contracts';
import { count, Member, oneOf, text, time } from '../definition/index.js';

const TIME = { is: time, example: '2026-11-21T09:00:00.412Z' };

/** An attempt that has ended, or several consecutive attempts with the same outcome. */
export class DeletionAttemptDto {
  @Member({ ...TIME, description: 'End of the attempt. Of several attempts, end of the last one.' })
  at!: string;

  @Member({
    is: oneOf(ATTEMPT_OUTCOMES),
    example: 'failed',
    description: describeStates(ATTEMPT_OUTCOME_WORDS),
  })
  outcome!: AttemptOutcome;

  @Member({
    is: oneOf(ATTEMPT_WORKERS),
    optional: true,
    example: 'lethe',
    description: 'Kind of worker that made the attempt. Absent when the entry is not an attempt.',
  })
  worker?: AttemptWorker;

  @Member({
    is: text,
    optional: true,
    description:
      'Name of the token that requested a retry, or of the token of the self-hosted worker.',
  })
  createdBy?: string;

  @Member({ is: text, optional: true, example: 'The destination answered with status 500.' })
  reason?: string;

  @Member({
    is: count({ least: 1 }),
    optional: true,
    example: 2,
    description:
      'Only with the outcome `found`: number of rows, keys or records that were found, of all users of the job that this entry ordered.',
  })
  found?: number;

  @Member({
    ...TIME,
    optional: true,
    description: 'Earliest time of the next attempt. Absent after the last attempt.',
  })
  nextAttemptAt?: string;

  @Member({
    is: count({ least: 2 }),
    optional: true,
    description: 'Number of attempts in a row with the same outcome. Absent for one attempt.',
  })
  times?: number;

  @Member({ ...TIME, optional: true, description: 'End of the first of these attempts.' })
  since?: string;

  @Member({
    is: count({ least: 1 }),
    optional: true,
    description:
      'Number of attempts between the previous entry and this one that are no longer stored.',
  })
  omittedBefore?: number;
}
