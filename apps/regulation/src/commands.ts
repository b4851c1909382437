import type { ServiceCommands } from '@lethe/api/capabilities';
import type { DeletionWorkerCommands } from '@lethe/api/deletions';
import { deletionHandlers, workerHandlers } from './deletions/deletions.handlers.js';
import { eventHandlers } from './events/events.handlers.js';
import { importHandlers } from './imports/imports.handlers.js';
import { regulationHandlers } from './regulations/regulations.handlers.js';
import type { ServiceParts } from './service-parts.js';
import { suppressionHandlers } from './suppressions/suppressions.handlers.js';
import { userHandlers } from './users/users.handlers.js';

/** All commands that gateways and Lethe's deletion worker can send. */
export type Commands = ServiceCommands & DeletionWorkerCommands;

export function createCommands(parts: ServiceParts): Commands {
  return {
    ...regulationHandlers(parts),
    ...userHandlers(parts),
    ...suppressionHandlers(parts),
    ...deletionHandlers(parts),
    ...workerHandlers(parts),
    ...eventHandlers(parts),
    ...importHandlers(parts),
  };
}
