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

/** An attempt of a deletion that has ended, or several in a row that came to the same. */
export class DeletionAttemptDto {
  @Member({ ...TIME, description: 'When it ended; the last one where there were several.' })
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
    description: 'Whose attempt it was; absent where nobody attempted anything.',
  })
  worker?: AttemptWorker;

  @Member({
    is: text,
    optional: true,
    description: 'Name of the token: of who asked for a retry, or of an own worker.',
  })
  createdBy?: string;

  @Member({ is: text, optional: true, example: 'The destination answered with status 500.' })
  reason?: string;

  @Member({
    ...TIME,
    optional: true,
    description: 'Not before then it was to be tried again; absent after the last attempt.',
  })
  nextAttemptAt?: string;

  @Member({
    is: count({ least: 2 }),
    optional: true,
    description: 'How many in a row came to the same; absent for one.',
  })
  times?: number;

  @Member({ ...TIME, optional: true, description: 'When the first of them ended.' })
  since?: string;

  @Member({
    is: count({ least: 1 }),
    optional: true,
    description: 'How many between the one before and this one are not kept any more.',
  })
  omittedBefore?: number;
}
