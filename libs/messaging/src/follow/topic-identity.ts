import { ClusterConnection } from '../kafkajs/cluster-connection.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { BrokerError } from '../wire/broker-error.js';
import { WireReader } from '../wire/wire-reader.js';
import type { WireRequest } from '../wire/wire-request.js';
import { WireWriter } from '../wire/wire-writer.js';

const METADATA = 3;
/** Answers contain topic ids from version 10 on. kafkajs supports only versions up to 6. */
const VERSION = 12;
const ID_BYTES = 16;

/** Identity of a topic. A new topic can reuse the name of a deleted topic, but not its id. */
export interface TopicIdentity {
  /** Undefined if the broker does not send the id. */
  readonly clusterId: string | undefined;
  /**
   * 32 hexadecimal digits. Undefined if the broker is too old to send the id. A recreated topic
   * cannot be detected without the id.
   */
  readonly topicId: string | undefined;
}

/** The description of a topic that a broker returns. */
export interface TopicDescription {
  readonly identity: TopicIdentity;
  readonly partitionCount: number;
}

/**
 * Returns the identity of a topic. Opens a connection for the request, and closes it afterwards.
 * @param topic full name
 * @throws BrokerError if the topic does not exist, KafkaJSError if no broker can be reached
 */
export async function topicIdentity(kafka: KafkaClient, topic: string): Promise<TopicIdentity> {
  const connection = await ClusterConnection.open(kafka);
  try {
    await connection.findLeaders(topic);
    return (await describeTopic(connection, topic)).identity;
  } finally {
    await connection.close();
  }
}

/**
 * Describes a topic over an open connection.
 * @throws BrokerError or KafkaJSError if the topic does not exist
 */
export async function describeTopic(
  connection: Pick<ClusterConnection, 'clusterId' | 'supports' | 'countPartitions' | 'send'>,
  topic: string,
): Promise<TopicDescription> {
  if (await connection.supports(METADATA, VERSION)) return connection.send(metadataRequest(topic));
  const partitionCount = (await connection.countPartitions([topic])).get(topic) ?? 0;
  return { identity: { clusterId: connection.clusterId, topicId: undefined }, partitionCount };
}

/** https://kafka.apache.org/protocol.html#The_Messages_Metadata */
function metadataRequest(topic: string): WireRequest<TopicDescription> {
  const body = new WireWriter()
    // kafkajs writes a request header of version 1. This byte makes it a header of version 2, with
    // no tagged fields.
    .unsignedVarint(0)
    .unsignedVarint(2) // one topic
    .bytes(Buffer.alloc(ID_BYTES)) // no id, because the topic is given by its name
    .compactString(topic)
    .unsignedVarint(0)
    .int8(0) // do not create the topic
    .int8(0) // do not return permissions
    .unsignedVarint(0);
  return {
    apiName: 'Metadata',
    apiKey: METADATA,
    apiVersion: VERSION,
    body: body.toBuffer(),
    decode: (answer) => decodeMetadata(answer, topic),
  };
}

function decodeMetadata(answer: Buffer, topic: string): TopicDescription {
  const reader = new WireReader(answer);
  reader.skipTaggedFields(); // end of the header
  reader.int32(); // throttle time
  reader.compactArray(() => {
    reader.int32();
    reader.compactString();
    reader.int32();
    reader.compactString();
    reader.skipTaggedFields();
  });
  const clusterId = reader.compactString() ?? undefined;
  reader.int32(); // controller
  reader.unsignedVarint(); // number of topics
  const errorCode = reader.int16();
  reader.compactString();
  const topicId = reader.bytes(ID_BYTES).toString('hex');
  if (errorCode !== 0) {
    throw new BrokerError(`Topic ${topic} cannot be described`, errorCode);
  }
  reader.int8(); // whether the topic is internal
  const partitionCount = reader.unsignedVarint() - 1; // the partitions that follow are not read
  const identity = { clusterId, topicId: /^0*$/.test(topicId) ? undefined : topicId };
  return { identity, partitionCount };
}
