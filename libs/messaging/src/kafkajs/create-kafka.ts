import net from 'node:net';
import tls from 'node:tls';
import { Kafka, logLevel, type ISocketFactory } from 'kafkajs';
import { toKafkaClient, type KafkaClient } from './kafka-client.js';
import { kafkaLogCreator, type KafkaLog } from './kafka-log.js';
import { kafkaLogin, type KafkaLogin } from './kafka-login.js';
import { guardFrames } from './guard-frames.js';
import { mendLists } from './mend-lists.js';
import { mendFetch } from './mend-fetch.js';
import { mendProduce } from './mend-produce.js';
import { mendQueue } from './mend-queue.js';
import { mendMissingTopic } from './mend-missing-topic.js';

export interface KafkaConfig {
  /** `host:port` of one or more brokers to begin with. */
  readonly brokers: readonly string[];
  /** Names this process in the broker's log and metrics. */
  readonly clientId: string;
  /** Gets the client's own messages; without it they are dropped. */
  readonly log?: KafkaLog;
  /** TLS: options of `tls.connect`, asked for each connection. Plain text when absent. */
  readonly tls?: () => tls.ConnectionOptions;
  /** Login; none when absent. */
  readonly sasl?: KafkaLogin;
  /** Longest time that a broker may take to accept a connection, in milliseconds. Default 2,000. */
  readonly connectionTimeoutMs?: number;
  /**
   * Longest time that a broker may take to answer, in milliseconds. Default 5,000. What is asked
   * again then may have been done already.
   */
  readonly requestTimeoutMs?: number;
  /** How often a request is repeated by the client itself. Default 6. */
  readonly retries?: number;
  /**
   * For a cluster that is somebody else's: begins every connection, also to what brokers say of each
   * other. Its answers are bounded. Node's own connections when absent.
   */
  readonly connect?: (
    host: string,
    port: number,
    tls: tls.ConnectionOptions | undefined,
  ) => net.Socket;
}

/** Of a cluster that is somebody else's: the metadata of 50 topics of 1,000 partitions have 3 MB. */
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;

const KEEP_ALIVE_MS = 60_000;

/**
 * Small packets go out at once: waiting for more (Nagle) costs milliseconds in the slowest percent
 * of the sends.
 */
function socketFactory(
  secure: KafkaConfig['tls'],
  connect: KafkaConfig['connect'],
): ISocketFactory {
  return ({ host, port, onConnect }) => {
    if (connect !== undefined) {
      const socket = connect(host, port, secure?.());
      guardFrames(socket, MOST_ANSWER_BYTES);
      socket.once(secure === undefined ? 'connect' : 'secureConnect', onConnect);
      return socket.setNoDelay(true);
    }
    const name = net.isIP(host) === 0 ? { servername: host } : {};
    const socket =
      secure === undefined
        ? net.connect({ host, port }, onConnect)
        : tls.connect({ host, port, ...name, ...secure() }, onConnect);
    return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
  };
}

/**
 * Makes a client. Connects to nothing yet, so it works while Kafka is down. Retries are few and
 * short: the callers retry themselves, and must hear soon that something is wrong.
 */
export function createKafka(config: KafkaConfig): KafkaClient {
  mendFetch();
  mendLists();
  mendProduce();
  mendQueue();
  mendMissingTopic();
  const kafka = new Kafka({
    brokers: [...config.brokers],
    clientId: config.clientId,
    connectionTimeout: config.connectionTimeoutMs ?? 2_000,
    requestTimeout: config.requestTimeoutMs ?? 5_000,
    retry: {
      retries: config.retries ?? 6,
      initialRetryTime: 20,
      maxRetryTime: 1_000,
      factor: 0.2,
      multiplier: 2,
    },
    logLevel: logLevel.INFO,
    logCreator: kafkaLogCreator(config.log ?? (() => undefined)),
    socketFactory: socketFactory(config.tls, config.connect),
    ...(config.sasl === undefined ? {} : { sasl: kafkaLogin(config.sasl) }),
  });
  return toKafkaClient(kafka);
}
