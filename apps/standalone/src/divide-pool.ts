import { GATEWAY_CONNECTIONS } from '@lethe/gateway';
import { FEWEST_CONNECTIONS } from '@lethe/regulation';

/** Minimum number of database connections of the process, with the reason. */
export const CONNECTIONS_OF_BOTH = {
  ...GATEWAY_CONNECTIONS,
  min: GATEWAY_CONNECTIONS.min + FEWEST_CONNECTIONS,
} as const;
/** The gateway gets a quarter of the connections, but at least its minimum. */
const GATEWAY_SHARE = 4;

/**
 * @param size number of connections, at least `CONNECTIONS_OF_BOTH.min`
 * @returns connections of each part
 */
export function dividePool(size: number): {
  readonly gateway: number;
  readonly regulation: number;
} {
  const gateway = Math.max(GATEWAY_CONNECTIONS.min, Math.floor(size / GATEWAY_SHARE));
  return { gateway, regulation: size - gateway };
}
