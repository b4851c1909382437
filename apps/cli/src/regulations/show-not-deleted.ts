import type { RegulationDto } from '@lethe/api/regulations';
import { count } from '../count.js';

/** @returns lines that name the destinations at which nothing is deleted, and why */
export function showNotDeleted(
  { notDeleted = [], notDeletedCount = 0 }: Pick<RegulationDto, 'notDeleted' | 'notDeletedCount'>,
  at = '',
): string[] {
  if (notDeletedCount === 0) return [];
  const more = notDeletedCount - notDeleted.length;
  return [
    `${at}Nothing is deleted at ${count(notDeletedCount, 'destination')}:`,
    ...notDeleted.map(({ destinationId, reason }) => `  ${destinationId} ${reason}`),
    ...(more === 0 ? [] : [`  and ${more} more`]),
  ];
}
