import type { SuppressionCommands } from '@lethe/api/suppressions';
import type { ServiceParts } from '../service-parts.js';
import { SuppressionFeed } from './feed/suppression-feed.js';

export function suppressionHandlers({
  gate,
  database,
}: Pick<ServiceParts, 'gate' | 'database'>): SuppressionCommands {
  const { order } = gate.with(new SuppressionFeed(database.query));
  return { suppressionPage: order((feed, command) => feed.page(command)) };
}
