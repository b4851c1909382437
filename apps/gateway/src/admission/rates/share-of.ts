/**
 * Returns one gateway's part of a limit, from 0 to 1. If the total demand exceeds the limit, the
 * part is proportional to demand. If the limit is enough for the total demand, each gateway gets
 * its demand and an even part of the rest. So a gateway without demand can admit new requests
 * immediately. The parts of all gateways add up to 1 while all gateways know the same demand.
 *
 * @param own demand at this gateway, in units per second
 * @param others demand at all other gateways together
 */
export function shareOf(
  limit: number,
  { own, others, gateways }: { own: number; others: number; gateways: number },
): number {
  const total = own + others;
  const share = total > limit ? own / total : (own + (limit - total) / gateways) / limit;
  return Math.max(share, LEAST_SHARE);
}

/** A rate must not be zero. This part is too small to matter in the sum. */
const LEAST_SHARE = 1e-3;
