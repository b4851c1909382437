import type { DataPlaneDeletionCommands } from './data-plane-deletion-rpc.js';
import type { DeletionManagementCommands } from './deletion-management-rpc.js';
import type { OwnWorkerCommands } from './own-worker-rpc.js';

/** The deletions of the regulation service as the gateway sees them. Plans belong to what makes regulations. */
export interface DeletionCommands
  extends Omit<DeletionManagementCommands, 'plan'>, OwnWorkerCommands, DataPlaneDeletionCommands {}
