import { EVENT_TYPES, type RelayRecord } from '@lethe/contracts';
import { toCloudEventRecord, type OutgoingRecord } from '@lethe/messaging';
import { randomUUID } from 'node:crypto';
import { EVENT_SOURCE } from '../event-source.js';

/**
 * Returns the relay record, which states how much a reader of the suppressions topic must have
 * read.
 */
export function toRelayRecord(topic: string, record: RelayRecord): OutgoingRecord {
  return toCloudEventRecord(topic, record.clusterId, newEvent(), record);
}

/**
 * Returns a tombstone that withdraws the relay record. Then readers cannot know whether they are
 * complete.
 */
export function toRelayTombstone(topic: string, clusterId: string): OutgoingRecord {
  return toCloudEventRecord(topic, clusterId, newEvent(), null);
}

function newEvent() {
  return {
    id: randomUUID(),
    type: EVENT_TYPES.allPublished,
    source: EVENT_SOURCE,
    time: new Date().toISOString(),
  };
}
