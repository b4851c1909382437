import {
  capability,
  exampleOf,
  operation,
  orNothing,
  type CommandOf,
  type CommandsOf,
} from '../definition/index.js';
import {
  ClaimedJobDto,
  ClaimJobDto,
  HeartbeatJobDto,
  LeaseDto,
  ReportJobDto,
  TOKEN,
  WorkedJobIdDto,
} from './own-worker.dto.js';

/**
 * Deletion jobs of `CUSTOM` destinations, for self-hosted workers. All requests are safe to repeat.
 */
export const ownWorkers = capability(
  'Own deletion workers',
  'Jobs of `CUSTOM` destinations, for self-hosted workers.',
  {
    claimDeletionJob: operation({
      http: 'POST /v2/deletion-jobs/claim',
      summary: 'Claim a deletion job',
      description:
        'Claims a job that waits at a `CUSTOM` destination. No other worker gets the job until its lease ends. With `verifications`, a claim can also get a verification. Requires the scope `deletions:work`.',
      scopes: ['deletions:work'],
      body: ClaimJobDto,
      isBodyOptional: true,
      examples: {
        any: { summary: 'Any job, for 30 minutes', value: {} },
        one: {
          summary: 'Of one destination, for two hours',
          value: { destinationIds: ['dst_crm'], leaseSeconds: 7_200 },
        },
      },
      answer: {
        status: 200,
        type: orNothing(ClaimedJobDto),
        isLarge: true,
        description: 'The job.',
        mayBeNothing: 'No job is available. Try again in one minute.',
        example: exampleOf(ClaimedJobDto),
      },
      command: { pattern: 'own-deletions.claim.v2', whenLost: 'unavailable' },
    }),

    heartbeatDeletionJob: operation({
      http: 'POST /v2/deletion-jobs/{id}/heartbeat',
      summary: 'Renew the lease of a deletion job',
      description:
        'Renews the lease for `leaseSeconds` from now. After a 409, the worker no longer has the lease and must stop its work on the job. Requires the scope `deletions:work`.',
      scopes: ['deletions:work'],
      path: WorkedJobIdDto,
      body: HeartbeatJobDto,
      examples: { usual: { value: { leaseToken: TOKEN } } },
      answer: {
        status: 200,
        type: LeaseDto,
        description: 'The renewed lease.',
        example: exampleOf(LeaseDto),
      },
      errors: ['conflict'],
      command: { pattern: 'own-deletions.heartbeat.v2', whenLost: 'unavailable' },
    }),

    reportDeletionJob: operation({
      http: 'POST /v2/deletion-jobs/{id}/report',
      summary: 'Report the outcome of a deletion job',
      description:
        'Ends the lease. Repeating the same report changes nothing. Requires the scope `deletions:work`.',
      scopes: ['deletions:work'],
      path: WorkedJobIdDto,
      body: ReportJobDto,
      examples: {
        complete: { value: { leaseToken: TOKEN, status: 'complete' } },
        refused: {
          summary: 'All users except one',
          value: {
            leaseToken: TOKEN,
            status: 'complete',
            refused: [{ userId: 'user-2', reason: 'Under a legal hold.' }],
          },
        },
        verified: {
          summary: 'A verification that found data of one user',
          value: {
            leaseToken: TOKEN,
            status: 'verified',
            found: [{ userId: 'user-2', count: 1 }],
          },
        },
        failed: {
          value: { leaseToken: TOKEN, status: 'failed', reason: 'The CRM is unreachable.' },
        },
      },
      answer: { status: 204, description: 'Accepted, by this request or before.' },
      errors: ['conflict'],
      command: { pattern: 'own-deletions.report.v1', whenLost: 'unavailable' },
    }),
  },
);

export type OwnWorkerCommands = CommandsOf<typeof ownWorkers>;

export type ClaimOwnJob = CommandOf<typeof ownWorkers, 'claimDeletionJob'>;
export type HeartbeatOwnJob = CommandOf<typeof ownWorkers, 'heartbeatDeletionJob'>;
export type ReportOwnJob = CommandOf<typeof ownWorkers, 'reportDeletionJob'>;
