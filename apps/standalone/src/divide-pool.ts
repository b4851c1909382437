import { FEWEST_GATEWAY_CONNECTIONS } from '@lethe/gateway';
import { FEWEST_CONNECTIONS } from '@lethe/regulation';

/** The fewest connections of the process. */
export const FEWEST_OF_BOTH = FEWEST_GATEWAY_CONNECTIONS + FEWEST_CONNECTIONS;
/** One in four of the connections is the gateway's. */
const GATEWAY_SHARE = 4;

/** @param size connections of the process, at least `FEWEST_OF_BOTH` @returns how many each part of it has */
export function dividePool(size: number): {
  readonly gateway: number;
  readonly regulation: number;
} {
  const gateway = Math.max(FEWEST_GATEWAY_CONNECTIONS, Math.floor(size / GATEWAY_SHARE));
  return { gateway, regulation: size - gateway };
}
