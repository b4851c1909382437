import { suppressions, type SuppressionCommands } from '@lethe/api/suppressions';
import type { FeedPages } from '../admission/feed-pages.js';
import { controllerOf } from '../operations/controller-of.js';
import type { RouteHandler } from '../operations/handlers.js';
import { FeedMetrics } from './feed-metrics.js';

/** Maximum milliseconds for a page. More time is not needed, because data planes try again soon. */
const DEADLINE_MS = 10_000;

/** Serves the feed of suppression changes that data planes poll. */
export const SuppressionFeedController = controllerOf(
  suppressions,
  (
    { commands, feedPages }: { commands: SuppressionCommands; feedPages: FeedPages },
    metrics: FeedMetrics,
  ) => {
    const page: RouteHandler<(typeof suppressions)['operations']['ofWorkspace']> = {
      async answers({ request, reply, dataPlane, query }) {
        const deadline = Date.now() + DEADLINE_MS;
        const { dataPlaneId, workspaceIds } = dataPlane;
        const read = await feedPages.read([request, reply], { dataPlaneId, deadline }, () =>
          commands.suppressionPage({
            context: { requestId: request.id, deadline, workspaceIds },
            ...query,
          }),
        );
        const { limit, token } = query;
        metrics.count(dataPlane, read, { limit, fromStart: token === undefined });
        return read;
      },
    };
    return { ofWorkspace: page, ofNamespace: page };
  },
  FeedMetrics,
);
