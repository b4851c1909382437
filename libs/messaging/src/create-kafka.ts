import net from 'node:net';
import tls from 'node:tls';
import { Kafka, logLevel, type ISocketFactory, type SASLOptions } from 'kafkajs';
import { kafkaLogCreator, type KafkaLog } from './kafka-log.js';
import { mendAbortedRecords } from './kafkajs-aborted-records.js';

/** A client for one Kafka cluster; publishers and readers are made from it. Holds no connection. */
export type KafkaClient = Kafka;

export interface KafkaConfig {
  /** `host:port` of one or more brokers to begin with. */
  readonly brokers: readonly string[];
  /** Names this process in the broker's log and metrics. */
  readonly clientId: string;
  /** Gets the client's own messages; without it they are dropped. */
  readonly log?: KafkaLog;
  /** TLS: `true` for the system's authorities, or options of `tls.connect`. */
  readonly ssl?: boolean | tls.ConnectionOptions;
  readonly sasl?: SASLOptions;
}

const KEEP_ALIVE_MS = 60_000;

/**
 * Small packets go out at once: waiting for more (Nagle) costs milliseconds in the slowest percent
 * of the sends.
 */
const socketFactory: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const secure = ssl as tls.ConnectionOptions | null; // null without TLS, whatever the types say
  const name = net.isIP(host) === 0 ? { servername: host } : {};
  const socket =
    secure === null
      ? net.connect({ host, port }, onConnect)
      : tls.connect({ host, port, ...name, ...secure }, onConnect);
  return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
};

/**
 * Makes a client. Connects to nothing yet, so it works while Kafka is down. Retries are few and
 * short: the callers retry themselves, and must hear soon that something is wrong.
 */
export function createKafka(config: KafkaConfig): KafkaClient {
  mendAbortedRecords();
  return new Kafka({
    brokers: [...config.brokers],
    clientId: config.clientId,
    connectionTimeout: 2_000,
    requestTimeout: 5_000,
    retry: { retries: 6, initialRetryTime: 20, maxRetryTime: 1_000, factor: 0.2, multiplier: 2 },
    logLevel: logLevel.INFO,
    logCreator: kafkaLogCreator(config.log ?? (() => undefined)),
    socketFactory,
    ...(config.ssl === undefined ? {} : { ssl: config.ssl }),
    ...(config.sasl === undefined ? {} : { sasl: config.sasl }),
  });
}
