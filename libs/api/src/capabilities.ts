import { commandsOf, type Capability } from './definition/index.js';
import {
  dataPlaneJobs,
  type DataPlaneJobCommands,
} from './deletions/data-plane-jobs.operations.js';
import { deletionWorker } from './deletions/deletion-worker.operations.js';
import { deletions, type DeletionManagementCommands } from './deletions/deletions.operations.js';
import { ownWorkers, type OwnWorkerCommands } from './deletions/own-workers.operations.js';
import { events, type EventCommands } from './events/events.operations.js';
import { imports, type ImportCommands } from './imports/imports.operations.js';
import { regulations, type RegulationCommands } from './regulations/regulations.operations.js';
import { suppressions, type SuppressionCommands } from './suppressions/suppressions.operations.js';
import { users, type UserCommands } from './users/users.operations.js';

/** All capabilities with commands for the regulation service. */
export const CAPABILITIES: readonly Capability[] = [
  regulations,
  users,
  suppressions,
  deletions,
  ownWorkers,
  dataPlaneJobs,
  deletionWorker,
  events,
  imports,
];

/** Commands that a gateway sends to the regulation service, over TCP or in the same process. */
export type ServiceCommands = RegulationCommands &
  UserCommands &
  SuppressionCommands &
  DeletionManagementCommands &
  OwnWorkerCommands &
  DataPlaneJobCommands &
  EventCommands &
  ImportCommands;

/**
 * Returns one object with the commands of a gateway, without the commands of the deletion worker.
 *
 * @param parts objects that have the commands as methods
 * @throws Error when a command is missing in all parts
 */
export function joinCommands(parts: readonly object[]): ServiceCommands {
  const definitions = CAPABILITIES.flatMap((capability) => [...commandsOf(capability)]);
  const joined = definitions
    .filter(([, { from }]) => from !== 'worker')
    .map(([id]) => {
      const part = parts.find((object) => id in object);
      const method: unknown = part && Reflect.get(part, id);
      if (typeof method !== 'function')
        throw new Error(`No object has the method of the command ${id}.`);
      return [id, method.bind(part) as unknown];
    });
  return Object.fromEntries(joined) as ServiceCommands;
}
