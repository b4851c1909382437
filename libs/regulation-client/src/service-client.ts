import { CAPABILITIES, joinCommands, type ServiceCommands } from '@lethe/api/capabilities';
import { clientOf } from './client-of.js';
import type { RegulationConnections } from './connections/regulation-connections.js';

/**
 * What a gateway asks of the regulation service, as `clientOf`.
 *
 * @param connections to the service; whoever made them closes them
 * @param key that the service wants to see, where it has one
 */
export function serviceClient(
  connections: Pick<RegulationConnections, 'request'>,
  key?: string,
): ServiceCommands {
  return joinCommands(CAPABILITIES.map((capability) => clientOf(capability, connections, key)));
}
