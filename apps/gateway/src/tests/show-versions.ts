import type { TestedVersions } from '@lethe/contracts';
import type { FastifyReply } from 'fastify';
import type { TakeVersions } from './test-runs.js';

export const VERSIONS_HEADER = 'Lethe-Versions';
/** Destinations that the header names: what stands between caller and gateway takes headers of a few KiB. */
const MOST_NAMED = 20;

/**
 * Says which versions ran in a header, as the bodies of the Test API are given: a list of RFC 9651 with an element for each destination that
 * was tested.
 *
 * @returns takes the versions before the answer is sent
 */
export function showVersions(reply: FastifyReply): TakeVersions {
  const elements: string[] = [];
  return (destinationId, versions) => {
    if (elements.length === MOST_NAMED) return;
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
