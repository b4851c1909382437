import { GATEWAY_CONNECTIONS } from '@lethe/gateway';
import { FEWEST_CONNECTIONS } from '@lethe/regulation';

/** The fewest connections of the process, and why. */
export const CONNECTIONS_OF_BOTH = {
  ...GATEWAY_CONNECTIONS,
  min: GATEWAY_CONNECTIONS.min + FEWEST_CONNECTIONS,
} as const;
/** One in four of the connections is the gateway's, or as many as it needs. */
const GATEWAY_SHARE = 4;

/** @param size connections of the process, at least `CONNECTIONS_OF_BOTH.min` @returns how many each part of it has */
export function dividePool(size: number): {
  readonly gateway: number;
  readonly regulation: number;
} {
  const gateway = Math.max(GATEWAY_CONNECTIONS.min, Math.floor(size / GATEWAY_SHARE));
  return { gateway, regulation: size - gateway };
}
