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
import type { NotDeletedDto } from './not-deleted.dto.js';
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

const NOT_DELETED = {
  destinationId: 'dst_snow',
  reason: 'is of type SNOWFLAKE, which does not support deletion',
} as const satisfies NotDeletedDto;

const DETAIL: RegulationDetailDto = {
  ...LISTED,
  regulationType: 'suppress_with_delete',
  destinationIds: ['dst_hook'],
  createdBy: 'demo admin',
  reason: 'Asked by e-mail, ticket 4711',
  status: 'deleted',
  dueAt: '2026-12-21T08:00:00.000Z',
  overdue: false,
  notDeleted: [NOT_DELETED],
  notDeletedCount: 1,
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
  notDeleted: [NOT_DELETED],
  notDeletedCount: 1,
  startsAt: '2026-11-21T09:00:00.000Z',
  dueAt: '2026-12-21T08:00:00.000Z',
  irreversible: [
    'Data that a destination has deleted stays deleted. A cancel withdraws users only from deletions that have not begun.',
    'A canceled regulation cannot become active again.',
  ],
  warnings: [
    {
      path: 'users[17].userId',
      code: 'suspicious_id',
      message: 'looks like an empty value that a program wrote',
    },
  ],
};

/** Answer of the regulation service to the creation of regulations. */
export interface CreatedRegulations {
  /** Request id that is stored with the regulations. Operators find the log lines with it. */
  readonly storedRequestId?: string;
  /** Regulations in the order of the request. Absent if `wantRecords` is false. */
  readonly records?: readonly RegulationDto[];
}

export const regulations = capability(
  'Regulations',
  'Suppress users, delete their data, and follow the progress.',
  {
    createRegulations: route({
      http: 'POST /v2/regulations',
      summary: 'Create regulations',
      description:
        'Creates one regulation for each user: all of them or none. Exact repeats of a user in one request create one regulation. Requires the scope `regulations:suppress` or `regulations:delete`, depending on the type.',
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
          summary: 'Suppress a user and delete the data at one destination',
          value: {
            regulationType: 'suppress_with_delete',
            destinationIds: ['dst_hook'],
            users: [{ userId: 'user-1', phone: '+49 30 1234567' }],
          },
        },
        deleteWhereverPossible: {
          summary: 'Delete the data of a user at all destinations that can delete',
          value: {
            regulationType: 'delete',
            destinationIds: ['*'],
            users: [{ userId: 'user-1', email: 'user-1@example.com' }],
          },
        },
        deleteOnly: {
          summary: 'Delete the data of a user at one destination, without suppression',
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
          'Created and stored durably. The answer has the records in request order if `Accept` names `application/json` and does not prefer `text/plain`, or with `Prefer: return=representation`. Otherwise, it is the text `Created`.',
        example: [REGULATION],
      },
      otherAnswers: [
        {
          status: 200,
          type: DeletionPlanDto,
          description:
            'The plan, with `dry_run=true`. A request that would be refused is also refused here. There is one exception: the plan lists users that a destination cannot identify.',
          example: PLAN,
        },
      ],
      errors: ['idempotency_in_progress', 'idempotency_key_reused', 'outcome_unknown'],
    }),

    listRegulations: operation({
      http: 'GET /v2/regulations',
      summary: 'List regulations',
      description: `Newest first. A client that reads all pages gets each regulation that existed at the start exactly once. ${PAGES_END_EARLY} Requires the scope \`regulations:read\`.`,
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
      description:
        'Shows the regulation with the state of its deletions. Requires the scope `regulations:read`.',
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
        'A canceled regulation cannot become active again. Repeating the request changes nothing. Deleted data stays deleted. Requires the scope `regulations:suppress` or `regulations:delete`, depending on the type.',
      path: UuidPathDto,
      query: CancelRegulationDto,
      answer: { status: 204, description: 'Canceled, by this request or before.' },
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

    /** Returns the plan for a creation of regulations. Stores and sends nothing. */
    planRegulations: command({
      pattern: 'regulations.plan.v1',
      takes: PlanRegulationsDto,
      from: 'token',
      result: resultOf<DeletionPlanDto>(),
      whenLost: 'unavailable',
    }),

    /**
     * Aborts the waiting deletions of a destination. A repeated command also aborts deletions that
     * were added after the first command.
     */
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
