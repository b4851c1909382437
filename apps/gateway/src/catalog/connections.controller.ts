import { connections } from '@lethe/api/catalog';
import type { CatalogEditor } from '@lethe/catalog';
import { requestLimits, type GatewaySettings } from '../config/gateway.config.js';
import { CATALOG_EDITOR, GATEWAY_SETTINGS } from '../injection-tokens.js';
import { controllerOf } from '../operations/controller-of.js';
import { resourceHandlers } from './resource-handlers.js';

export const ConnectionsController = controllerOf(
  connections,
  (catalog: CatalogEditor, settings: GatewaySettings) =>
    resourceHandlers(
      connections,
      {
        table: () => catalog.connections,
        show: ({ id, sourceId, destinationId, enabled, createdAt, updatedAt }) => ({
          ...{ id, sourceId, destinationId, enabled },
          createdAt: createdAt.toISOString(),
          updatedAt: updatedAt.toISOString(),
        }),
        toValues: ({ sourceId, destinationId, enabled = true }) => ({
          ...{ sourceId, destinationId, enabled },
        }),
      },
      requestLimits(settings),
    ),
  [CATALOG_EDITOR, GATEWAY_SETTINGS],
);
