import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterConnection } from '../kafkajs/cluster-connection.js';
import { BrokerError } from '../wire/broker-error.js';
import { WireReader } from '../wire/wire-reader.js';
import type { WireRequest } from '../wire/wire-request.js';
import { WireWriter } from '../wire/wire-writer.js';

const OFFSET_FETCH = 9;
/** `require_stable` exists from version 7 (Kafka 2.5) on. kafkajs supports only up to version 4. */
const VERSION = 7;
/**
 * Codes of transient errors. The coordinator is loading, missing or replaced, or a transaction is
 * not complete. Each request looks up the coordinator again.
 */
const TRANSIENT_CODES = [14, 15, 16, 88];
const RETRY_MS = 20;
const DEADLINE_MS = 10_000;

export interface GroupPartition {
  readonly groupId: string;
  readonly topic: string;
  readonly partition: number;
}

/**
 * Returns the offset that a group has committed for a partition. If a transaction has just ended,
 * waits until the coordinator has applied the offset of the transaction. Without this wait, it
 * would return the previous offset, and the caller would forward the records of the transaction
 * again.
 *
 * @returns undefined if the group never committed an offset
 * @throws BrokerError if the coordinator refuses, or has not applied the offset in 10 s;
 * KafkaJSError if the coordinator cannot be reached; Error if the brokers are older than Kafka 2.5
 */
export async function committedOffset(
  connection: ClusterConnection,
  which: GroupPartition,
): Promise<bigint | undefined> {
  if (!(await connection.supports(OFFSET_FETCH, VERSION))) {
    throw new Error(
      'The brokers are older than Kafka 2.5 and cannot report committed offsets. Upgrade them.',
    );
  }
  const request = offsetFetchRequest(which);
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const { errorCode, offset } = await connection.sendToCoordinator(request, which.groupId);
    if (errorCode === 0) return offset < 0 ? undefined : BigInt(offset);
    if (!TRANSIENT_CODES.includes(errorCode) || Date.now() > deadline) {
      throw new BrokerError('The committed offset cannot be read', errorCode);
    }
    await sleep(RETRY_MS);
  }
}

interface CommittedAnswer {
  readonly errorCode: number;
  /** -1 if the group has committed nothing. */
  readonly offset: number;
}

/** https://kafka.apache.org/protocol.html#The_Messages_OffsetFetch */
function offsetFetchRequest({
  groupId,
  topic,
  partition,
}: GroupPartition): WireRequest<CommittedAnswer> {
  const body = new WireWriter()
    // kafkajs writes a request header of version 1. This byte makes it a header of version 2, with
    // no tagged fields.
    .unsignedVarint(0)
    .compactString(groupId)
    .unsignedVarint(2) // one topic
    .compactString(topic)
    .unsignedVarint(2) // one partition
    .int32(partition)
    .unsignedVarint(0)
    .int8(1) // stable offsets only
    .unsignedVarint(0);
  return {
    apiName: 'OffsetFetch',
    apiKey: OFFSET_FETCH,
    apiVersion: VERSION,
    body: body.toBuffer(),
    decode: decodeOffsetFetch,
  };
}

function decodeOffsetFetch(answer: Buffer): CommittedAnswer {
  const reader = new WireReader(answer);
  reader.skipTaggedFields(); // end of the header
  reader.int32(); // throttle time
  const [offsets = []] = reader.compactArray(() => {
    reader.compactString();
    const partitions = reader.compactArray(() => {
      reader.int32();
      const offset = reader.int64();
      reader.int32(); // leader epoch
      reader.compactString();
      const errorCode = reader.int16();
      reader.skipTaggedFields();
      return { errorCode, offset };
    });
    reader.skipTaggedFields();
    return partitions;
  });
  const errorCode = reader.int16();
  const [found] = offsets;
  if (errorCode !== 0 || found === undefined) return { errorCode, offset: -1 };
  return found;
}
