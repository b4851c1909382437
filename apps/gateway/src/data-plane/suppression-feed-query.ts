import { DetailsCollector, FIXED_LIMITS } from '@lethe/contracts';

/** What a poll asks for. */
export interface FeedQuery {
  readonly limit: number;
  readonly token?: string;
}

const DIGITS = /^\d{1,9}$/;

/**
 * Reads the query of a poll. A token without meaning is no error, as a client that gets an error
 * would ask for the same again forever; neither is a parameter that newer data planes may send.
 *
 * @param target of the request
 * @throws LetheError `invalid_request` when the size of the page is not a valid number
 */
export function readFeedQuery(target: string): FeedQuery {
  const query = new URL(target, 'http://gateway').searchParams; // minds no broken percent-encoding
  const sizes = query.getAll('pageSize').filter((size) => size !== '');
  const limit = sizes.length === 0 ? FIXED_LIMITS.defaultFeedPageSize : readSize(sizes);
  const token = query.getAll('pageToken').at(-1);
  return token === undefined || token === '' ? { limit } : { limit, token };
}

function readSize([given = '', ...more]: readonly string[]): number {
  const most = FIXED_LIMITS.feedPageSize;
  const size = more.length === 0 && DIGITS.test(given) ? Number(given) : 0;
  const problems = new DetailsCollector();
  if (size < 1 || size > most) problems.add('pageSize', `must be a whole number from 1 to ${most}`);
  problems.throwIfAny();
  return size;
}
