import type {
  DeletionPlanDto,
  ListedRegulationDto,
  RegulationDetailDto,
  RegulationDto,
  RegulationPageDto,
} from '@lethe/api';

export const EXAMPLE_ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

export const EXAMPLE_REGULATION = {
  id: EXAMPLE_ID,
  workspaceId: 'ws_demo',
  canceled: false,
  regulationType: 'suppress',
  attributes: { userId: 'user-1', email: 'user-1@example.com' },
  createdAt: '2026-11-21T08:00:00.000Z',
} satisfies RegulationDto;

const EXAMPLE_LISTED = {
  ...EXAMPLE_REGULATION,
  canceledAt: null,
  status: 'active',
} satisfies ListedRegulationDto;

export const EXAMPLE_PAGE: RegulationPageDto = {
  data: [EXAMPLE_LISTED],
  paging: { next: '/v2/regulations?after_cursor=AZLwwXw-fMOPbk88bwqbEQ&limit=1' },
};

export const EXAMPLE_DETAIL: RegulationDetailDto = {
  ...EXAMPLE_LISTED,
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

export const EXAMPLE_PLAN: DeletionPlanDto = {
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

/** Bodies of `POST /v2/regulations`. */
export const EXAMPLE_REQUESTS = {
  suppress: {
    summary: 'Suppress two users at every source',
    value: {
      regulationType: 'suppress',
      users: [{ userId: 'user-1', email: 'user-1@example.com' }, { userId: 'user-2' }],
    },
  },
  suppressAtSource: {
    summary: 'Suppress a user at one source',
    value: { regulationType: 'suppress', sourceIds: ['src_web'], users: [{ userId: 'user-1' }] },
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
};
