import type { RelayRecord } from '@lethe/contracts';
import type { RelayRecords } from './relay-records.js';
import type { Replica } from './replica.js';
import { findLack, type Lack } from './find-lack.js';

/**
 * `unknown` means that no relay record exists, and none is required. `unconfirmed` means that the
 * topic of relay records was not read to its end since the comparison with the replica, or never.
 */
export type Verdict = 'complete' | 'unknown' | 'unconfirmed' | Lack;

/**
 * Decides whether a caught-up replica is complete according to the relay record.
 *
 * The relay withdraws the relay record before it publishes everything again. The relay record is on
 * a separate topic, which can be read later than the suppressions. So a relay record is used only
 * if it was still the newest relay record after the comparison with the replica.
 */
export class Completeness {
  private found: { replica: Replica; record: RelayRecord | undefined; at: number } | undefined;

  /** @param isOptional whether the relay record is optional (`relayRecord: 'optional'`) */
  constructor(
    private readonly records: Pick<RelayRecords, 'of' | 'isSettled' | 'asOf'>,
    private readonly isOptional: boolean,
  ) {}

  /** @param now milliseconds since the epoch, not earlier than the last record of the replica */
  of(replica: Replica, now: number): Verdict {
    const record = this.records.of(replica.identity.clusterId);
    if (record === undefined && this.isOptional) {
      return this.records.isSettled ? 'unknown' : 'unconfirmed';
    }
    const lack = findLack(replica, record, now);
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
