import { connections } from '@lethe/api/catalog';
import { controllerOf } from '../operations/controller-of.js';
import { pickMembers } from '../operations/pick-members.js';
import { resourceHandlers, type EditorParts } from './resource-handlers.js';

export const ConnectionsController = controllerOf(connections, ({ editor, limits }: EditorParts) =>
  resourceHandlers(
    connections,
    {
      table: () => editor.connections,
      show: (item) =>
        pickMembers(item, 'id', 'sourceId', 'destinationId', 'enabled', 'createdAt', 'updatedAt'),
      toValues: ({ sourceId, destinationId, enabled = true }) => ({
        ...{ sourceId, destinationId, enabled },
      }),
    },
    limits,
  ),
);
