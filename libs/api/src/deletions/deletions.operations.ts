import {
  capability,
  operation,
  PAGES_END_EARLY,
  UuidPathDto,
  type CommandOf,
  type CommandsOf,
  type ResultOf,
} from '../definition/index.js';
import {
  DeletionJobDetailDto,
  DeletionJobPageDto,
  DeletionSummaryDto,
  RetryResultDto,
  type DeletionJobDto,
} from './deletion-job.dto.js';
import {
  DeletionJobIdDto,
  DeletionsOfDestinationDto,
  ListDeletionJobsDto,
  RetryDeletionsDto,
} from './deletion-requests.dto.js';

const AT = '2026-11-21T08:00:00.000Z';
const NEXT = '2026-11-21T08:01:04.000Z';
const REASON = 'The destination answered with status 500.';

const JOB = {
  id: '4711',
  destinationId: 'dst_hook',
  destinationType: 'WEBHOOK',
  status: 'failed',
  attempts: 1,
  users: 100,
  reason: REASON,
  held: false,
  createdAt: AT,
  startedAt: AT,
  nextAttemptAt: NEXT,
  dueAt: '2026-12-21T08:00:00.000Z',
  overdue: false,
  needsAttention: false,
} as const satisfies DeletionJobDto;

const RETRIED = { jobs: 2, users: 117, more: false, leftOut: [] };

/** Where the deletions of a workspace stand, and what people do when one is stuck. */
export const deletions = capability(
  'Deletions',
  'Where deletions stand, and what to do when one is stuck.',
  {
    listDeletionJobs: operation({
      http: 'GET /v2/deletion-jobs',
      summary: 'List deletion jobs',
      description: `Newest first. A walk through all pages sees every job that existed at its start exactly once. ${PAGES_END_EARLY} Takes \`regulations:read\`.`,
      scopes: ['regulations:read'],
      query: ListDeletionJobsDto,
      answer: {
        status: 200,
        type: DeletionJobPageDto,
        isLarge: true,
        isPage: true,
        description: 'A page of jobs.',
        example: {
          data: [JOB],
          paging: { next: '/v2/deletion-jobs?after_cursor=AAYp0Kk0gAAAAAAAAAASZ2dYxQ4T&limit=1' },
        },
      },
      command: { pattern: 'deletions.list.v2', whenLost: 'unavailable' },
    }),

    summarizeDeletionJobs: operation({
      http: 'GET /v2/deletion-jobs/summary',
      summary: 'Sum up deletion jobs',
      description:
        'How many there are, and how old the oldest is, by destination and state. Takes `regulations:read`.',
      scopes: ['regulations:read'],
      answer: {
        status: 200,
        type: DeletionSummaryDto,
        isLarge: true,
        description: 'Destinations that have had a job, or are paused.',
        example: {
          destinations: [
            {
              destinationId: 'dst_hook',
              destinationType: 'WEBHOOK',
              held: 0,
              overdue: 0,
              needsAttention: 0,
              states: {
                pending: { jobs: 12, oldestCreatedAt: AT },
                complete: { jobs: 4711, oldestCreatedAt: AT },
              },
            },
          ],
        },
      },
      command: { pattern: 'deletions.summary.v1', whenLost: 'unavailable' },
    }),

    getDeletionJob: operation({
      http: 'GET /v2/deletion-jobs/{id}',
      summary: 'Get a deletion job',
      description:
        'With what each attempt came to: by whose worker, why, and when it was to be tried next. Takes `regulations:read`.',
      scopes: ['regulations:read'],
      path: DeletionJobIdDto,
      answer: {
        status: 200,
        type: DeletionJobDetailDto,
        isLarge: true,
        description: 'The job.',
        example: {
          ...JOB,
          history: [
            { at: AT, outcome: 'failed', worker: 'lethe', reason: REASON, nextAttemptAt: NEXT },
          ],
        },
      },
      command: { pattern: 'deletions.get.v1', whenLost: 'unavailable' },
    }),

    retryDeletionJobs: operation({
      http: 'POST /v2/deletion-jobs/retry',
      summary: 'Try aborted jobs anew',
      description:
        'Those that the body selects, the oldest first. Makes a new job for the users of each, without those who are canceled or in a later job already; so it may be repeated. Takes `regulations:delete`.',
      scopes: ['regulations:delete'],
      body: RetryDeletionsDto,
      examples: {
        all: { summary: 'All', value: {} },
        destination: { summary: 'Of one destination', value: { destinationId: 'dst_hook' } },
      },
      answer: {
        status: 200,
        type: RetryResultDto,
        description: 'What was made.',
        example: RETRIED,
      },
      command: { pattern: 'deletions.retry.v2', whenLost: 'outcome_unknown' },
    }),

    retryRegulation: operation({
      http: 'POST /v2/regulations/{id}/retry',
      summary: 'Try the deletion of one user anew',
      description: 'At the destinations where it is aborted. Takes `regulations:delete`.',
      scopes: ['regulations:delete'],
      path: UuidPathDto,
      answer: {
        status: 200,
        type: RetryResultDto,
        description: 'What was made.',
        example: { ...RETRIED, jobs: 1, users: 1 },
      },
      errors: ['conflict'],
      command: { pattern: 'deletions.retry-regulation.v1', whenLost: 'outcome_unknown' },
    }),

    pauseDeletions: operation({
      http: 'POST /v2/destinations/{id}/deletions/pause',
      summary: 'Pause the deletions of a destination',
      description:
        'No job of it is offered until it is resumed; what a worker has in hand goes on. Repeating it changes nothing. Takes `regulations:delete`.',
      scopes: ['regulations:delete'],
      path: DeletionsOfDestinationDto,
      answer: { status: 204, description: 'Paused, now or before.' },
      command: { pattern: 'deletions.pause.v2', whenLost: 'unavailable' },
    }),

    resumeDeletions: operation({
      http: 'POST /v2/destinations/{id}/deletions/resume',
      summary: 'Resume the deletions of a destination',
      description:
        'Also ends the pause that a limit or an outage of the destination has made. Repeating it changes nothing. Takes `regulations:delete`.',
      scopes: ['regulations:delete'],
      path: DeletionsOfDestinationDto,
      answer: { status: 204, description: 'Not paused.' },
      command: { pattern: 'deletions.resume.v1', whenLost: 'unavailable' },
    }),
  },
);

/** Looking at a workspace's deletions, and steering them. */
export type DeletionManagementCommands = CommandsOf<typeof deletions>;

export type ListDeletionJobs = CommandOf<typeof deletions, 'listDeletionJobs'>;
export type ListedDeletionJobs = ResultOf<typeof deletions, 'listDeletionJobs'>;
export type SummarizeDeletionJobs = CommandOf<typeof deletions, 'summarizeDeletionJobs'>;
export type GetDeletionJob = CommandOf<typeof deletions, 'getDeletionJob'>;
export type RetryDeletionJobs = CommandOf<typeof deletions, 'retryDeletionJobs'>;
export type RetryRegulation = CommandOf<typeof deletions, 'retryRegulation'>;
export type PauseDeletions = CommandOf<typeof deletions, 'pauseDeletions'>;
