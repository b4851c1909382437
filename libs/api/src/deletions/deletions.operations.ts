import {
  capability,
  exampleOf,
  operation,
  PAGES_END_EARLY,
  UuidPathDto,
  type CommandOf,
  type CommandsOf,
  type ResultOf,
} from '../definition/index.js';
import {
  DeletionExceptionDto,
  ExceptDeletionDto,
  ExtendRegulationDto,
  ExtensionDto,
} from './deletion-exception.dto.js';
import {
  DeletionJobDetailDto,
  DeletionJobPageDto,
  DeletionSummaryDto,
  RetryResultDto,
  VerifyResultDto,
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

/** Operations that show the deletions of a workspace, and that retry, pause or resume them. */
export const deletions = capability(
  'Deletions',
  'State of deletions, and actions for deletions that are stuck.',
  {
    listDeletionJobs: operation({
      http: 'GET /v2/deletion-jobs',
      summary: 'List deletion jobs',
      description: `Newest first. A client that reads all pages gets each job that existed at the start exactly once. ${PAGES_END_EARLY} Requires the scope \`regulations:read\`.`,
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
      summary: 'Summarize deletion jobs',
      description:
        'Shows the number of jobs and the creation time of the oldest job, by destination and state. Requires the scope `regulations:read`.',
      scopes: ['regulations:read'],
      answer: {
        status: 200,
        type: DeletionSummaryDto,
        isLarge: true,
        description: 'Destinations that ever had a job, or are paused.',
        example: {
          destinations: [
            {
              destinationId: 'dst_hook',
              destinationType: 'WEBHOOK',
              held: 0,
              overdue: 0,
              dueSoon: 4,
              needsAttention: 0,
              foundAgain: 0,
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
      summary: 'Show a deletion job',
      description:
        'Shows the job with its attempts: the outcome, the worker, the reason, and the time of the next attempt. Requires the scope `regulations:read`.',
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
      summary: 'Retry aborted jobs',
      description:
        'Retries the jobs that the body selects, oldest first. Creates a new job for the users of each one, without users that are canceled or already in a later job. Therefore repeating the request is safe. Requires the scope `regulations:delete`.',
      scopes: ['regulations:delete'],
      body: RetryDeletionsDto,
      examples: {
        all: { summary: 'All', value: {} },
        destination: { summary: 'Of one destination', value: { destinationId: 'dst_hook' } },
      },
      answer: {
        status: 200,
        type: RetryResultDto,
        description: 'The number of new jobs.',
        example: RETRIED,
      },
      command: { pattern: 'deletions.retry.v2', whenLost: 'outcome_unknown' },
    }),

    retryRegulation: operation({
      http: 'POST /v2/regulations/{id}/retry',
      summary: 'Retry the deletion of one user',
      description:
        'Retries the deletion at each destination where it is aborted. Requires the scope `regulations:delete`.',
      scopes: ['regulations:delete'],
      path: UuidPathDto,
      answer: {
        status: 200,
        type: RetryResultDto,
        description: 'The number of new jobs.',
        example: { ...RETRIED, jobs: 1, users: 1 },
      },
      errors: ['conflict'],
      command: { pattern: 'deletions.retry-regulation.v1', whenLost: 'outcome_unknown' },
    }),

    exceptDeletionJob: operation({
      http: 'POST /v2/deletion-jobs/{id}/exception',
      summary: 'Close an aborted job with an exception',
      description:
        'Closes a job that failed permanently, for a deletion that cannot be carried out. The job becomes `excepted`, and is no longer overdue. An exception cannot be taken back or changed, and the job cannot be retried. Repeating the request with the same reason and basis changes nothing. Requires the scope `regulations:delete`.',
      scopes: ['regulations:delete'],
      path: DeletionJobIdDto,
      body: ExceptDeletionDto,
      answer: {
        status: 200,
        type: DeletionExceptionDto,
        description: 'Recorded, by this request or before.',
        example: exampleOf(DeletionExceptionDto),
      },
      errors: ['conflict'],
      command: { pattern: 'deletions.except.v1', whenLost: 'unavailable' },
    }),

    extendRegulation: operation({
      http: 'POST /v2/regulations/{id}/extension',
      summary: 'Extend the deadline of a regulation',
      description:
        'Moves the deadline once, before it has passed, as the law allows: with `gdpr` to three months after `receivedAt`, with `ccpa` to 90 days. Without a `law`, it is refused. Repeating the request with the same reason changes nothing. Requires the scope `regulations:delete`.',
      scopes: ['regulations:delete'],
      path: UuidPathDto,
      body: ExtendRegulationDto,
      answer: {
        status: 200,
        type: ExtensionDto,
        description: 'Extended, by this request or before.',
        example: exampleOf(ExtensionDto),
      },
      errors: ['conflict'],
      command: { pattern: 'deletions.extend-regulation.v1', whenLost: 'unavailable' },
    }),

    verifyRegulation: operation({
      http: 'POST /v2/regulations/{id}/verify',
      summary: 'Verify the deletion of one user now',
      description:
        'Asks each destination at which the deletion is complete whether it has data of the user again. The regulation shows the answers in `verification`. The verification that follows from the deletion is still carried out. Repeating the request before the destinations have answered changes nothing. Requires the scope `regulations:delete`.',
      scopes: ['regulations:delete'],
      path: UuidPathDto,
      answer: {
        status: 200,
        type: VerifyResultDto,
        description: 'The number of destinations that are asked.',
        example: { verifications: 1, leftOut: [] },
      },
      errors: ['conflict'],
      command: { pattern: 'deletions.verify-regulation.v1', whenLost: 'outcome_unknown' },
    }),

    pauseDeletions: operation({
      http: 'POST /v2/destinations/{id}/deletions/pause',
      summary: 'Pause the deletions of a destination',
      description:
        'No worker gets a job of the destination until a person resumes the deletions. Jobs that a worker already leased go on. Repeating the request changes nothing. Requires the scope `regulations:delete`.',
      scopes: ['regulations:delete'],
      path: DeletionsOfDestinationDto,
      answer: { status: 204, description: 'Paused, by this request or before.' },
      command: { pattern: 'deletions.pause.v2', whenLost: 'unavailable' },
    }),

    resumeDeletions: operation({
      http: 'POST /v2/destinations/{id}/deletions/resume',
      summary: 'Resume the deletions of a destination',
      description:
        'Also ends a delay that a limit, a conflict, an outage or a failure caused. Repeating the request changes nothing. Requires the scope `regulations:delete`.',
      scopes: ['regulations:delete'],
      path: DeletionsOfDestinationDto,
      answer: { status: 204, description: 'Not paused.' },
      command: { pattern: 'deletions.resume.v1', whenLost: 'unavailable' },
    }),
  },
);

export type DeletionManagementCommands = CommandsOf<typeof deletions>;

export type ListDeletionJobs = CommandOf<typeof deletions, 'listDeletionJobs'>;
export type ListedDeletionJobs = ResultOf<typeof deletions, 'listDeletionJobs'>;
export type SummarizeDeletionJobs = CommandOf<typeof deletions, 'summarizeDeletionJobs'>;
export type GetDeletionJob = CommandOf<typeof deletions, 'getDeletionJob'>;
export type RetryDeletionJobs = CommandOf<typeof deletions, 'retryDeletionJobs'>;
export type RetryRegulation = CommandOf<typeof deletions, 'retryRegulation'>;
export type ExceptDeletionJob = CommandOf<typeof deletions, 'exceptDeletionJob'>;
export type ExtendRegulation = CommandOf<typeof deletions, 'extendRegulation'>;
export type VerifyRegulation = CommandOf<typeof deletions, 'verifyRegulation'>;
export type PauseDeletions = CommandOf<typeof deletions, 'pauseDeletions'>;
