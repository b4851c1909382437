import net from 'node:net';
import tls from 'node:tls';
import { Kafka, logLevel, type ISocketFactory } from 'kafkajs';
import { toKafkaClient, type KafkaClient } from './kafka-client.js';
import { kafkaLogCreator, type KafkaLog } from './kafka-log.js';
import { kafkaLogin, type KafkaLogin } from './kafka-login.js';
import { guardFrames } from './guard-frames.js';
import { fixLists } from './fix-lists.js';
import { fixFetch } from './fix-fetch.js';
import { fixProduce } from './fix-produce.js';
import { fixQueue } from './fix-queue.js';
import { fixMissingTopic } from './fix-missing-topic.js';

export interface KafkaConfig {
  /** `host:port` of one or more bootstrap brokers. */
  readonly brokers: readonly string[];
  /** Identifies this process in the log and the metrics of brokers. */
  readonly clientId: string;
  /** Receives the log messages of kafkajs. If absent, the messages are dropped. */
  readonly log?: KafkaLog;
  /** Returns the TLS options of a new connection. If absent, connections are not encrypted. */
  readonly tls?: () => tls.ConnectionOptions;
  /** SASL login. If absent, the client does not log in. */
  readonly sasl?: KafkaLogin;
  /** Timeout of a connection attempt, in milliseconds. Default 2,000. */
  readonly connectionTimeoutMs?: number;
  /**
   * Timeout of a request, in milliseconds. Default 5,000. A request is retried after a timeout,
   * although the broker may have processed it.
   */
  readonly requestTimeoutMs?: number;
  /** Number of retries per request by kafkajs. Default 6. */
  readonly retries?: number;
  /**
   * Opens every connection, including connections to brokers that other brokers announce. Set it
   * for the cluster of a third party. If it is set, the client also limits the size of answers. If
   * absent, the client opens sockets of Node.
   */
  readonly connect?: (
    host: string,
    port: number,
    tls: tls.ConnectionOptions | undefined,
  ) => net.Socket;
}

/**
 * Maximum size of an answer of a third-party cluster. The metadata of 50 topics with 1,000
 * partitions each takes 3 MB.
 */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const KEEP_ALIVE_MS = 60_000;

/**
 * Creates sockets without Nagle's algorithm. With this algorithm, the slowest 1 % of sends take
 * some milliseconds longer.
 */
function socketFactory(
  secure: KafkaConfig['tls'],
  connect: KafkaConfig['connect'],
): ISocketFactory {
  return ({ host, port, onConnect }) => {
    if (connect !== undefined) {
      const socket = connect(host, port, secure?.());
      guardFrames(socket, MAX_ANSWER_BYTES);
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
 * Creates a client. The client does not connect yet, so this function also works while Kafka is
 * down. The client retries a request only for a short time, because its callers also retry.
 */
export function createKafka(config: KafkaConfig): KafkaClient {
  fixFetch();
  fixLists();
  fixProduce();
  fixQueue();
  fixMissingTopic();
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
