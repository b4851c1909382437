import { ClusterConnection } from '../kafkajs/cluster-connection.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { BrokerError } from '../wire/broker-error.js';
import { WireReader } from '../wire/wire-reader.js';
import type { WireRequest } from '../wire/wire-request.js';
import { WireWriter } from '../wire/wire-writer.js';

const METADATA = 3;
/** Version 10 brought the ids of topics; kafkajs ends at 6. */
const VERSION = 12;
const ID_BYTES = 16;

/** Which topic it is: a name can be given again, an id cannot. */
export interface TopicIdentity {
  /** Undefined when the broker does not send it. */
  readonly clusterId: string | undefined;
  /**
   * 32 hexadecimal digits. Undefined when the broker is too old to send it: then it cannot be known
   * whether a topic was deleted and created again.
   */
  readonly topicId: string | undefined;
}

/** What a broker says of a topic. */
export interface TopicDescription {
  readonly identity: TopicIdentity;
  readonly partitionCount: number;
}

/**
 * The identity of a topic, asked over a connection of its own.
 * @param topic full name
 * @throws BrokerError when the topic is not there, KafkaJSError when no broker can be reached
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
 * Asks for a topic over a connection that knows it.
 * @throws BrokerError or KafkaJSError when the topic is not there
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
    // kafkajs writes a header of version 1. Version 2 has tagged fields behind it: none here.
    .unsignedVarint(0)
    .unsignedVarint(2) // one topic
    .bytes(Buffer.alloc(ID_BYTES)) // by name
    .compactString(topic)
    .unsignedVarint(0)
    .int8(0) // do not create it
    .int8(0) // nor tell who may use it
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
  reader.skipTaggedFields(); // the end of the answer's header
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
  reader.unsignedVarint(); // one topic, as asked
  const errorCode = reader.int16();
  reader.compactString();
  const topicId = reader.bytes(ID_BYTES).toString('hex');
  if (errorCode !== 0) {
    throw new BrokerError(`Topic ${topic} cannot be described`, errorCode);
  }
  reader.int8(); // no topic of Kafka's own
  const partitionCount = reader.unsignedVarint() - 1; // then who leads them
  const identity = { clusterId, topicId: /^0*$/.test(topicId) ? undefined : topicId };
  return { identity, partitionCount };
}
