import {
  capability,
  command,
  EXAMPLE_UUID,
  listOrText,
  operation,
  PAGES_END_EARLY,
  resultOf,
  route,
  TIME,
  UuidPathDto,
  type CommandOf,
  type CommandsOf,
  type ResultOf,
} from '../definition/index.js';
import { CancelsDto } from '../users/user-bodies.dto.js';
import {
  CreateHeadersDto,
  CreateQueryDto,
  CreateRegulationsDto,
  OrderRegulationsDto,
  PlanRegulationsDto,
} from './create-regulations.dto.js';
import { DeletionPlanDto } from './deletion-plan.dto.js';
import {
  AbortDeletionsDto,
  CancelRegulationDto,
  GetRegulationDto,
  ListRegulationsDto,
} from './regulation-requests.dto.js';
import {
  RegulationDetailDto,
  RegulationDto,
  RegulationPageDto,
  type ListedRegulationDto,
} from './regulation.dto.js';

const REGULATION = {
  id: EXAMPLE_UUID,
  workspaceId: 'ws_demo',
  canceled: false,
  regulationType: 'suppress',
  attributes: { userId: 'user-1', email: 'user-1@example.com' },
  createdAt: TIME.example,
} as const satisfies RegulationDto;

const LISTED = {
  ...REGULATION,
  canceledAt: null,
  status: 'active',
} as const satisfies ListedRegulationDto;

const DETAIL: RegulationDetailDto = {
  ...LISTED,
  regulationType: 'suppress_with_delete',
  destinationIds: ['dst_hook'],
  createdBy: 'demo admin',
  reason: 'Asked by e-mail, ticket 4711',
  status: 'deleted',
  dueAt: '2026-12-21T08:00:00.000Z',
  overdue: false,
  deletions: [
    {
      destinationId: 'dst_hook',
      status: 'complete',
      attempts: 0,
      startedAt: '2026-11-21T09:00:00.412Z',
      finishedAt: '2026-11-21T09:00:00.651Z',
      dueAt: '2026-12-21T08:00:00.000Z',
      overdue: false,
      record: { method: 'Deletion webhook', counts: { users: 1 } },
      jobId: '4711',
      history: [{ at: '2026-11-21T09:00:00.651Z', outcome: 'complete', worker: 'lethe' }],
    },
  ],
};

const PLAN: DeletionPlanDto = {
  regulations: 250,
  destinations: [
    {
      destinationId: 'dst_hook',
      destinationType: 'WEBHOOK',
      users: 250,
      jobs: 3,
      calls: 3,
      expectedSeconds: 1,
      unidentified: [],
      unidentifiedCount: 0,
    },
  ],
  startsAt: '2026-11-21T09:00:00.000Z',
  dueAt: '2026-12-21T08:00:00.000Z',
  irreversible: [
    'What a destination has deleted stays deleted; a cancel withdraws users only from what has not begun.',
    'A regulation that was canceled does not become active again.',
  ],
  warnings: [
    {
      path: 'users[17].userId',
      code: 'suspicious_id',
      message: 'looks like a missing value of a program',
    },
  ],
};

/** What the service answers to a create. */
export interface CreatedRegulations {
  /** What the regulations are stored with, so that a log line can be found for them. */
  readonly storedRequestId?: string;
  /** In request order; only where they are wanted. */
  readonly records?: readonly RegulationDto[];
}

export const regulations = capability(
  'Regulations',
  'Suppress users, delete their data, and see what became of it.',
  {
    createRegulations: route({
      http: 'POST /v2/regulations',
      summary: 'Create regulations',
      description:
        'One regulation for each user, all or none. Exact repeats of a user in one request make one. Takes `regulations:suppress` or `regulations:delete`, by type.',
      headers: CreateHeadersDto,
      query: CreateQueryDto,
      body: CreateRegulationsDto,
      examples: {
        suppress: {
          summary: 'Suppress two users at every source',
          value: {
            regulationType: 'suppress',
            users: [{ userId: 'user-1', email: 'user-1@example.com' }, { userId: 'user-2' }],
          },
        },
        suppressAtSource: {
          summary: 'Suppress a user at one source',
          value: {
            regulationType: 'suppress',
            sourceIds: ['src_web'],
            users: [{ userId: 'user-1' }],
          },
        },
        suppressWithDelete: {
          summary: 'Suppress a user and delete what a destination has',
          value: {
            regulationType: 'suppress_with_delete',
            destinationIds: ['dst_hook'],
            users: [{ userId: 'user-1', phone: '+49 30 1234567' }],
          },
        },
        deleteOnly: {
          summary: 'Delete what a destination has of a user, whose events go on',
          value: {
            regulationType: 'delete',
            destinationIds: ['dst_hook'],
            users: [{ userId: 'user-1' }],
          },
        },
      },
      answer: {
        status: 201,
        type: listOrText<RegulationDto, DeletionPlanDto>(RegulationDto),
        orText: 'Created',
        description:
          'Created, and durable. The records in the order of the request, where `Accept` names `application/json` and does not prefer `text/plain`, or with `Prefer: return=representation`; else a word.',
        example: [REGULATION],
      },
      otherAnswers: [
        {
          status: 200,
          type: DeletionPlanDto,
          description:
            'The plan, with `dry_run=true`. What the request itself would be refused for is refused here too; but users whom a destination cannot identify stand in the plan.',
          example: PLAN,
        },
      ],
      errors: ['idempotency_in_progress', 'idempotency_key_reused', 'outcome_unknown'],
    }),

    listRegulations: operation({
      http: 'GET /v2/regulations',
      summary: 'List regulations',
      description: `Newest first. A walk through all pages sees every regulation that existed at its start exactly once. ${PAGES_END_EARLY}`,
      scopes: ['regulations:read'],
      query: ListRegulationsDto,
      answer: {
        status: 200,
        type: RegulationPageDto,
        isLarge: true,
        isPage: true,
        description: 'A page of regulations.',
        example: {
          data: [LISTED],
          paging: { next: '/v2/regulations?after_cursor=AZLwwXw-fMOPbk88bwqbEQ&limit=1' },
        },
      },
      command: { pattern: 'regulations.list.v2', whenLost: 'unavailable' },
    }),

    getRegulation: operation({
      http: 'GET /v2/regulations/{id}',
      summary: 'Show a regulation',
      description: 'With the state of its deletions.',
      scopes: ['regulations:read'],
      path: UuidPathDto,
      query: GetRegulationDto,
      answer: {
        status: 200,
        type: RegulationDetailDto,
        isLarge: true,
        description: 'The regulation.',
        example: DETAIL,
      },
      command: { pattern: 'regulations.get.v1', whenLost: 'unavailable' },
    }),

    cancelRegulation: operation({
      http: 'DELETE /v2/regulations/{id}',
      summary: 'Cancel a regulation',
      description:
        'There is no way back. Repeating it changes nothing. What has been deleted stays deleted. Takes `regulations:suppress` or `regulations:delete`, by type.',
      path: UuidPathDto,
      query: CancelRegulationDto,
      answer: { status: 204, description: 'Cancelled, now or before.' },
      command: { pattern: 'regulations.cancel.v1', adds: CancelsDto, whenLost: 'outcome_unknown' },
    }),
  },
  {
    createRegulations: command({
      pattern: 'regulations.create.v3',
      takes: OrderRegulationsDto,
      from: 'token',
      result: resultOf<CreatedRegulations>(),
      sentWith: ({ wantRecords }) => (wantRecords === true ? 'records' : 'orders'),
      whenLost: 'outcome_unknown',
    }),

    /** What a create would do; stores and sends nothing. */
    planRegulations: command({
      pattern: 'regulations.plan.v1',
      takes: PlanRegulationsDto,
      from: 'token',
      result: resultOf<DeletionPlanDto>(),
      whenLost: 'unavailable',
    }),

    /** Aborts the deletions that wait at a destination. Repeating it aborts what came since. */
    abortDeletions: command({
      pattern: 'deletions.abort.v1',
      takes: AbortDeletionsDto,
      from: 'token',
      whenLost: 'unavailable',
    }),
  },
);

export type RegulationCommands = CommandsOf<typeof regulations>;

export type CreateRegulations = CommandOf<typeof regulations, 'createRegulations'>;
export type PlanRegulations = CommandOf<typeof regulations, 'planRegulations'>;
export type AbortDeletions = CommandOf<typeof regulations, 'abortDeletions'>;
export type ListRegulations = CommandOf<typeof regulations, 'listRegulations'>;
export type ListedRegulations = ResultOf<typeof regulations, 'listRegulations'>;
export type GetRegulation = CommandOf<typeof regulations, 'getRegulation'>;
export type CancelRegulation = CommandOf<typeof regulations, 'cancelRegulation'>;
