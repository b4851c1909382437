import { CAPABILITIES, joinCommands, type ServiceCommands } from '@lethe/api/capabilities';
import { clientOf } from './client-of.js';
import { RegulationClient } from './regulation-client.js';
import type { RegulationConnections } from './regulation-connections.js';

/**
 * All commands of the regulation service, as `clientOf`.
 *
 * @param connections to the service; whoever made them closes them
 * @param key that the service wants to see, where it has one
 */
export function serviceClient(
  connections: Pick<RegulationConnections, 'request'>,
  key?: string,
): ServiceCommands {
  return joinCommands([
    new RegulationClient(connections, key),
    ...CAPABILITIES.map((capability) => clientOf(capability, connections, key)),
  ]);
}
