import type { DataPlaneDeletionCommands } from './data-plane-deletion-rpc.js';
import type { OwnWorkerCommands } from './own-worker-rpc.js';

/** What workers ask of the regulation service through the gateway: own ones, and data planes. */
export interface DeletionWorkCommands extends OwnWorkerCommands, DataPlaneDeletionCommands {}
