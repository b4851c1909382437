/**
 * Which part of a limit is one gateway's. Where more is asked for than the limit, it goes by what each is asked for;
 * else each has what it is asked for, and what is left is divided evenly, so that a gateway of which little was asked
 * may at once be asked for more. The shares of all are never more than 1 together, as long as all know the same.
 *
 * @param own units a second that this gateway is asked for
 * @param others the same of all others together
 * @returns from 0 to 1
 */
export function shareOf(
  limit: number,
  { own, others, gateways }: { own: number; others: number; gateways: number },
): number {
  const total = own + others;
  const share = total > limit ? own / total : (own + (limit - total) / gateways) / limit;
  return Math.max(share, LEAST_SHARE);
}

/** So small that it adds up to nothing; a rate must not be zero. */
const LEAST_SHARE = 1e-3;
