import { EVENT_TYPES, type RelayRecord } from '@lethe/contracts';
import { toCloudEventRecord, type OutgoingRecord } from '@lethe/messaging';
import { randomUUID } from 'node:crypto';
import { EVENT_SOURCE } from '../event-source.js';

/** The record that says how much a reader of the topic of suppressions has to know. */
export function toRelayRecord(topic: string, record: RelayRecord): OutgoingRecord {
  return toCloudEventRecord(topic, record.clusterId, newEvent(), record);
}

/**
 * A tombstone that takes the record back: from now on readers cannot know how much there is to
 * know.
 */
export function toRelayTombstone(topic: string, clusterId: string): OutgoingRecord {
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
