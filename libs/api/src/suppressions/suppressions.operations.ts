import { DATA_PLANES, ownerPath, type Owner } from '../configuration/owner.js';
import {
  capability,
  command,
  resultOf,
  route,
  type CommandsOf,
  type CommandOf,
} from '../definition/index.js';
import { SuppressionPageDto, SuppressionPageQueryDto } from './suppressions.dto.js';

const changesOf = (owner: Owner) =>
  route({
    credentials: 'dataPlane',
    http: `GET /dataplane/${owner}s/{id}/regulations/suppressions`,
    summary: `Changes of who is suppressed in a ${owner}`,
    description:
      'An item is the present state of one (workspace, user, source): the last one counts. A page has fewer items than asked for only at the end.',
    path: ownerPath(owner),
    query: SuppressionPageQueryDto,
    answer: {
      status: 200,
      type: SuppressionPageDto,
      description: 'A page of changes, in their order.',
      isCompressed: true,
      example: {
        items: [
          {
            workspaceId: 'ws_demo',
            userId: 'user-4711',
            canceled: false,
            createdAt: '2026-11-21T08:00:00.000Z',
            sourceIds: [],
          },
          {
            workspaceId: 'ws_demo',
            userId: 'user-4712',
            canceled: true,
            createdAt: '2026-11-21T08:00:01.000Z',
            sourceIds: ['src_web'],
          },
        ],
        token: 'AQGS8MF8PgAAYlDvQxwAAAAAAAAC',
      },
    },
  });

/** The feed that data planes poll. All workspaces of a command are one list. */
export const suppressions = capability(
  ...DATA_PLANES,
  { ofWorkspace: changesOf('workspace'), ofNamespace: changesOf('namespace') },
  {
    suppressionPage: command({
      pattern: 'suppressions.page.v2',
      from: 'dataPlane',
      takes: SuppressionPageQueryDto,
      result: resultOf<SuppressionPageDto>(),
      sentWith: 'feed',
      whenLost: 'unavailable',
    }),
  },
);

export type SuppressionCommands = CommandsOf<typeof suppressions>;
export type SuppressionPageCommand = CommandOf<typeof suppressions, 'suppressionPage'>;
