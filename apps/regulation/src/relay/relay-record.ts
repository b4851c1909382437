import { EVENT_TYPES, type RelayRecord } from '@lethe/contracts';
import { toCloudEventRecord, type OutgoingRecord } from '@lethe/messaging';
import { randomUUID } from 'node:crypto';
import { EVENT_SOURCE } from '../regulations/event-source.js';

/** The record that says how much there is to know. */
export function toRecord(topic: string, record: RelayRecord): OutgoingRecord {
  return toCloudEventRecord(topic, record.clusterId, newEvent(), record);
}

/** A tombstone: from now on nobody knows how much there is to know. */
export function toWithdrawal(topic: string, clusterId: string): OutgoingRecord {
  return toCloudEventRecord(topic, clusterId, newEvent(), null);
}

function newEvent() {
  return {
    id: randomUUID(),
    type: EVENT_TYPES.everythingTold,
    source: EVENT_SOURCE,
    time: new Date().toISOString(),
  };
}
