import type { RelayRecord } from '@lethe/contracts';
import type { RelayRecords } from './relay-records.js';
import type { Replica } from './replica.js';
import { whatLacks, type Lack } from './what-lacks.js';

/**
 * `unknown`: there is no relay's record that says how much there is to know. `unconfirmed`: the
 * record has not been read yet, or not again since the replica was compared with it.
 */
export type Verdict = 'complete' | 'unknown' | 'unconfirmed' | Lack;

/**
 * Whether a replica that has caught up knows everything that the relay's record says there is.
 *
 * Before the relay publishes everything again, it takes its record back. The record is on a topic
 * of its own, which may be read later than the suppressions: so a record counts only once it was
 * still the newest one at a time after the replica was compared with it.
 */
export class Completeness {
  private found: { replica: Replica; record: RelayRecord | undefined; at: number } | undefined;

  /** @param mayLack whether the relay's record may be missing (`relayRecord: 'optional'`) */
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
