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

/** All capabilities that have commands to the regulation service. */
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

/** What a gateway asks of the regulation service, over TCP or in the same process. */
export type ServiceCommands = RegulationCommands &
  UserCommands &
  SuppressionCommands &
  DeletionManagementCommands &
  OwnWorkerCommands &
  DataPlaneJobCommands &
  EventCommands &
  ImportCommands;

/**
 * The commands of a gateway as one object: those of the deletion worker are not among them.
 *
 * @param parts objects that have all of them together
 * @throws Error when a command is in none
 */
export function joinCommands(parts: readonly object[]): ServiceCommands {
  const stated = CAPABILITIES.flatMap((capability) => [...commandsOf(capability)]);
  const joined = stated
    .filter(([, { from }]) => from !== 'worker')
    .map(([id]) => {
      const part = parts.find((one) => id in one);
      const method: unknown = part && Reflect.get(part, id);
      if (typeof method !== 'function') throw new Error(`Nothing carries out ${id}.`);
      return [id, method.bind(part) as unknown];
    });
  return Object.fromEntries(joined) as ServiceCommands;
}
