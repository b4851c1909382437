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
    summary: `List suppression changes of a ${owner}`,
    description:
      'Each item is the current state of one combination of workspace, user and source. For each combination, the last item counts. A page has fewer items than requested only at the end of the feed.',
    path: ownerPath(owner),
    query: SuppressionPageQueryDto,
    answer: {
      status: 200,
      type: SuppressionPageDto,
      description: 'A page of changes, oldest first.',
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

/**
 * The feed that data planes poll. A page contains changes of all workspaces in the context of the
 * command.
 */
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
