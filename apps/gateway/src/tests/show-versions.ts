import type { TestedVersions } from '@lethe/contracts';
import type { FastifyReply } from 'fastify';
import type { TakeVersions } from './test-runs.js';

export const VERSIONS_HEADER = 'Lethe-Versions';
/** Maximum destinations in the header, because proxies accept only headers of a few KiB. */
const MAX_NAMED = 20;

/**
 * Adds a header with the versions of the destinations and transformations that were tested. The
 * bodies of the Test API must not change, so they cannot contain the versions. The header is a list
 * (RFC 9651) with one element for each tested destination.
 *
 * @returns a function that receives the versions; call it before the answer is sent
 */
export function showVersions(reply: FastifyReply): TakeVersions {
  const elements: string[] = [];
  return (destinationId, versions) => {
    if (elements.length === MAX_NAMED) return;
    elements.push(elementOf(destinationId, versions));
    void reply.header(VERSIONS_HEADER, elements.join(', '));
  };
}

function elementOf(
  destinationId: string,
  { savedAt, destination, transformation }: TestedVersions,
): string {
  const parts = [
    `"${destinationId}"`,
    `saved="${savedAt}"`,
    ...(destination === undefined ? [] : [`destination="${destination}"`]),
    ...(transformation === undefined
      ? []
      : [`transformation="${transformation.id}"`, `version=${transformation.version}`]),
  ];
  return parts.join(';');
}
