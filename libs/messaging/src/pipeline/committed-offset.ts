import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterConnection } from '../kafkajs/cluster-connection.js';
import { BrokerError } from '../wire/broker-error.js';
import { WireReader } from '../wire/wire-reader.js';
import type { WireRequest } from '../wire/wire-request.js';
import { WireWriter } from '../wire/wire-writer.js';

const OFFSET_FETCH = 9;
/** Version 7 (Kafka 2.5) brought `require_stable`; kafkajs ends at 4. */
const VERSION = 7;
/**
 * Errors that pass: the coordinator is loading, missing or another one (it is looked up each time),
 * or a transaction is not done.
 */
const PASSING = [14, 15, 16, 88];
const RETRY_MS = 20;
const DEADLINE_MS = 10_000;

export interface GroupPartition {
  readonly groupId: string;
  readonly topic: string;
  readonly partition: number;
}

/**
 * The offset that a group has committed for a partition. A transaction that has ended and whose
 * offset the coordinator has not taken over yet is waited for: a plain request would get the one
 * before, and what came in between would be forwarded again.
 *
 * @returns undefined when nothing was ever committed
 * @throws BrokerError when the coordinator refuses, or is not done in 10 s; KafkaJSError when it cannot be
 *   reached
 */
export async function committedOffset(
  connection: ClusterConnection,
  which: GroupPartition,
): Promise<bigint | undefined> {
  if (!(await connection.supports(OFFSET_FETCH, VERSION))) {
    throw new Error('The brokers are older than Kafka 2.5, which cannot say what is committed.');
  }
  const request = offsetFetchRequest(which);
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const { errorCode, offset } = await connection.sendToCoordinator(request, which.groupId);
    if (errorCode === 0) return offset < 0 ? undefined : BigInt(offset);
    if (!PASSING.includes(errorCode) || Date.now() > deadline) {
      throw new BrokerError('The committed offset cannot be read', errorCode);
    }
    await sleep(RETRY_MS);
  }
}

interface CommittedAnswer {
  readonly errorCode: number;
  /** -1: nothing was committed. */
  readonly offset: number;
}

/** https://kafka.apache.org/protocol.html#The_Messages_OffsetFetch */
function offsetFetchRequest({
  groupId,
  topic,
  partition,
}: GroupPartition): WireRequest<CommittedAnswer> {
  const body = new WireWriter()
    // kafkajs writes a header of version 1. Version 2 has tagged fields behind it: none here.
    .unsignedVarint(0)
    .compactString(groupId)
    .unsignedVarint(2) // one topic
    .compactString(topic)
    .unsignedVarint(2) // one partition
    .int32(partition)
    .unsignedVarint(0)
    .int8(1) // what is stable only
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
  reader.skipTaggedFields(); // the end of the answer's header
  reader.int32(); // throttle time
  const [offsets = []] = reader.compactArray(() => {
    reader.compactString();
    const partitions = reader.compactArray(() => {
      reader.int32();
      const offset = reader.int64();
      reader.int32(); // epoch of the leader
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
