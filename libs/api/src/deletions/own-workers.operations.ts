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

/** Deletion jobs of `CUSTOM` destinations, for the workers of a workspace. Everything may be repeated. */
export const ownWorkers = capability(
  'Own deletion workers',
  'Jobs of `CUSTOM` destinations, for workers of your own.',
  {
    claimDeletionJob: operation({
      http: 'POST /v2/deletion-jobs/claim',
      summary: 'Take a deletion job',
      description:
        'One that waits at a `CUSTOM` destination. Until its lease ends, no other worker gets it. Takes `deletions:work`.',
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
        mayBeNothing: 'Nothing waits. Ask again in a minute.',
        example: exampleOf(ClaimedJobDto),
      },
      command: { pattern: 'own-deletions.claim.v2', whenLost: 'unavailable' },
    }),

    heartbeatDeletionJob: operation({
      http: 'POST /v2/deletion-jobs/{id}/heartbeat',
      summary: 'Keep a deletion job',
      description:
        'For `leaseSeconds` from now on. After a 409 the job is somebody else’s: do nothing more for it. Takes `deletions:work`.',
      scopes: ['deletions:work'],
      path: WorkedJobIdDto,
      body: HeartbeatJobDto,
      examples: { usual: { value: { leaseToken: TOKEN } } },
      answer: {
        status: 200,
        type: LeaseDto,
        description: 'The lease.',
        example: exampleOf(LeaseDto),
      },
      errors: ['conflict'],
      command: { pattern: 'own-deletions.heartbeat.v2', whenLost: 'unavailable' },
    }),

    reportDeletionJob: operation({
      http: 'POST /v2/deletion-jobs/{id}/report',
      summary: 'Say what became of a deletion job',
      description: 'The same report again changes nothing. Takes `deletions:work`.',
      scopes: ['deletions:work'],
      path: WorkedJobIdDto,
      body: ReportJobDto,
      examples: {
        complete: { value: { leaseToken: TOKEN, status: 'complete' } },
        refused: {
          summary: 'All but one',
          value: {
            leaseToken: TOKEN,
            status: 'complete',
            refused: [{ userId: 'user-2', reason: 'Under a legal hold.' }],
          },
        },
        failed: { value: { leaseToken: TOKEN, status: 'failed', reason: 'The CRM is away.' } },
      },
      answer: { status: 204, description: 'Taken, now or before.' },
      errors: ['conflict'],
      command: { pattern: 'own-deletions.report.v1', whenLost: 'unavailable' },
    }),
  },
);

export type OwnWorkerCommands = CommandsOf<typeof ownWorkers>;

export type ClaimOwnJob = CommandOf<typeof ownWorkers, 'claimDeletionJob'>;
export type HeartbeatOwnJob = CommandOf<typeof ownWorkers, 'heartbeatDeletionJob'>;
export type ReportOwnJob = CommandOf<typeof ownWorkers, 'reportDeletionJob'>;
