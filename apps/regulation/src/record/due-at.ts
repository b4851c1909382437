import type { DeletionSettings } from '@lethe/catalog';
import type { Law } from '@lethe/contracts';

const DAY_MS = 24 * 3_600_000;

/** When a person asked, and the law that applies. Times are in RFC 3339. */
export interface Demand {
  readonly receivedAt: string;
  readonly law?: Law | undefined;
}

/**
 * Deadlines by law: first the regular one, then the extended one, both counted from the time when
 * the person asked. GDPR, Article 12(3): one month, and two further months. CCPA, 11 CCR § 7021(b):
 * 45 days, and 45 further days.
 */
const BY_LAW: Readonly<Record<Law, readonly [regular: AddTime, extended: AddTime]>> = {
  gdpr: [months(1), months(3)],
  ccpa: [days(45), days(90)],
};

type AddTime = (from: Date) => Date;

/**
 * Returns the deadline of a deletion. Without a law, the workspace's `deletionDeadlineDays` count.
 *
 * @returns time in RFC 3339
 */
export function dueAtOf(
  { receivedAt, law }: Demand,
  { deletionDeadlineDays }: Pick<DeletionSettings, 'deletionDeadlineDays'>,
): string {
  const [add] = law === undefined ? [days(deletionDeadlineDays)] : BY_LAW[law];
  return add(new Date(receivedAt)).toISOString();
}

/** Returns the deadline of a deletion after its one extension, in RFC 3339. */
export function extendedDueAtOf({ receivedAt, law }: Demand & { readonly law: Law }): string {
  const [, add] = BY_LAW[law];
  return add(new Date(receivedAt)).toISOString();
}

/** Adds calendar months in UTC. The day is at most the last day of the month: 31 Jan → 28 Feb. */
function months(count: number): AddTime {
  return (from) => {
    const to = new Date(from);
    to.setUTCDate(1); // before the month changes, because 31 Feb would be in March
    to.setUTCMonth(to.getUTCMonth() + count);
    const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
    to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
    return to;
  };
}

function days(count: number): AddTime {
  return (from) => new Date(from.getTime() + count * DAY_MS);
}
