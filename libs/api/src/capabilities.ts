import type { Capability } from './definition/index.js';
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

/** @param parts objects that have all commands together, each some of them */
export function joinCommands(parts: readonly object[]): ServiceCommands {
  const all = new Map<string, unknown>();
  for (const part of parts) {
    for (const owner of [Object.getPrototypeOf(part) as object, part]) {
      for (const name of Object.getOwnPropertyNames(owner)) {
        const method: unknown = Reflect.get(owner, name, part);
        if (typeof method === 'function') all.set(name, method.bind(part));
      }
    }
  }
  return Object.fromEntries(all) as unknown as ServiceCommands;
}
