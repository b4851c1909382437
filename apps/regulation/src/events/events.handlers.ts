import type { EventCommands } from '@lethe/api/events';
import type { ServiceParts } from '../service-parts.js';
import { readEvents } from './read-events.js';

export function eventHandlers({
  gate,
  database,
}: Pick<ServiceParts, 'gate' | 'database'>): EventCommands {
  const { order } = gate.with(database.query);
  return { eventPage: order(readEvents) };
}
