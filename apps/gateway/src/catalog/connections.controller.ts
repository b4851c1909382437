import { connections } from '@lethe/api/catalog';
import { controllerOf } from '../operations/controller-of.js';
import { resourceHandlers, type EditorParts } from './resource-handlers.js';

export const ConnectionsController = controllerOf(connections, ({ editor, limits }: EditorParts) =>
  resourceHandlers(
    connections,
    {
      table: () => editor.connections,
      show: ({ id, sourceId, destinationId, enabled, createdAt, updatedAt }) => ({
        ...{ id, sourceId, destinationId, enabled },
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      }),
      toValues: ({ sourceId, destinationId, enabled = true }) => ({
        ...{ sourceId, destinationId, enabled },
      }),
    },
    limits,
  ),
);
