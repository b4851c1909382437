import {
  ATTEMPT_OUTCOME_WORDS,
  ATTEMPT_OUTCOMES,
  ATTEMPT_WORKERS,
  describeStates,
  type AttemptOutcome,
  type AttemptWorker,
  type DeletionAttempt,
} from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const TIME = { format: 'date-time', example: '2026-11-21T09:00:00.412Z' };

/** An attempt of a deletion that has ended, or several in a row that came to the same. */
export class DeletionAttemptDto implements DeletionAttempt {
  @ApiProperty({ ...TIME, description: 'When it ended; the last one where there were several.' })
  at!: string;

  @ApiProperty({
    enum: ATTEMPT_OUTCOMES,
    example: 'failed',
    description: describeStates(ATTEMPT_OUTCOME_WORDS),
  })
  outcome!: AttemptOutcome;

  @ApiPropertyOptional({
    enum: ATTEMPT_WORKERS,
    example: 'lethe',
    description: 'Whose attempt it was; absent where nobody attempted anything.',
  })
  worker?: AttemptWorker;

  @ApiPropertyOptional({
    description: 'Name of the token: of who asked for a retry, or of an own worker.',
  })
  createdBy?: string;

  @ApiPropertyOptional({ example: 'The destination answered with status 500.' })
  reason?: string;

  @ApiPropertyOptional({
    ...TIME,
    description: 'Not before then it was to be tried again; absent after the last attempt.',
  })
  nextAttemptAt?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 2,
    description: 'How many in a row came to the same; absent for one.',
  })
  times?: number;

  @ApiPropertyOptional({ ...TIME, description: 'When the first of them ended.' })
  since?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: 'How many between the one before and this one are not kept any more.',
  })
  omittedBefore?: number;
}
