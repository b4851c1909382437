import type { RelayRecord } from '@lethe/contracts/events';
import type { RelayRecords } from './relay-records.js';
import type { Replica } from './replica.js';
import { whatLacks, type Lack } from './what-lacks.js';

/** `unknown`: nobody says how much there is to know. `unconfirmed`: it will be known in a moment. */
export type Verdict = 'complete' | 'unknown' | 'unconfirmed' | Lack;

/**
 * Whether a replica that has caught up knows all that there is to know.
 *
 * What the relay tells again becomes visible after it has taken its record back. But that is another
 * topic, of which we may hear later: so a record counts once it was still the newest one at a time
 * after the replica was held against it.
 */
export class Completeness {
  private found: { replica: Replica; record: RelayRecord | undefined; at: number } | undefined;

  /** @param mayLack whether there may be no record at all */
  constructor(
    private readonly records: Pick<RelayRecords, 'of' | 'isSettled' | 'asOf'>,
    private readonly mayLack: boolean,
  ) {}

  /** @param now milliseconds since the epoch, not before the replica got its last record */
  of(replica: Replica, now: number): Verdict {
    const record = this.records.of(replica.identity.clusterId);
    if (record === undefined && this.mayLack) {
      return this.records.isSettled ? 'unknown' : 'unconfirmed';
    }
    const lack = whatLacks(replica, record, now);
    if (lack !== undefined) {
      this.found = undefined;
      return lack;
    }
    if (this.found?.record !== record || this.found?.replica !== replica) {
      this.found = { replica, record, at: now };
    }
    return this.records.asOf > this.found.at ? 'complete' : 'unconfirmed';
  }
}
