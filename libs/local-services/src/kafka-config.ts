/** A TLS listener for clients. Its settings say whether it requires certificates or a login. */
export interface SecureListener {
  readonly protocol: 'SSL' | 'SASL_SSL';
  /** Further settings, such as certificates, SASL mechanisms and an authorizer. */
  readonly settings: Readonly<Record<string, string>>;
  /** Users that can log in with SCRAM-SHA-512, and their passwords. */
  readonly scramUsers?: Readonly<Record<string, string>>;
  /** IPv4 address of the listener. Default: 127.0.0.1. */
  readonly host?: string;
}

/**
 * A further listener in plain text that advertises the port of a proxy, so that every connection
 * goes through the proxy.
 */
export interface ProxiedListener {
  readonly port: number;
  readonly advertisedPort: number;
}

/** Ports on 127.0.0.1, except the client port of a secure listener with its own address. */
export interface KafkaPorts {
  readonly client: number;
  /** Port for the connection between the two roles of the node, broker and controller. */
  readonly controller: number;
  /** Plain-text port for requests of the test itself, if clients use a secure listener. */
  readonly internal: number;
}

export interface KafkaPropertiesOptions {
  readonly secure?: SecureListener | undefined;
  /** Listeners in addition to the plain-text listener. Not supported with a secure listener. */
  readonly proxied?: readonly ProxiedListener[] | undefined;
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the settings of a single node that is broker and controller. The settings save memory and
 * CPU time, because the node runs on the computer of a developer. No setting weakens a guarantee to
 * clients.
 *
 * @param options.secure listener that replaces the plain-text listener
 * @param options.settings settings that override all other settings
 */
export function kafkaProperties(
  dataFolder: string,
  ports: KafkaPorts,
  { secure, proxied = [], settings: further }: KafkaPropertiesOptions = {},
): string {
  const client = `${secure?.host ?? '127.0.0.1'}:${String(ports.client)}`;
  const controller = `127.0.0.1:${String(ports.controller)}`;
  const internal = `127.0.0.1:${String(ports.internal)}`;
  const names =
    secure === undefined
      ? [`PLAINTEXT://${client}`]
      : [`CLIENT://${client}`, `INTERNAL://${internal}`];
  const proxiedAt = (portOf: (listener: ProxiedListener) => number): string[] =>
    proxied.map((listener, n) => `PROXIED_${n}://127.0.0.1:${portOf(listener)}`);
  const inPlainText = proxied.map((_, n) => `,PROXIED_${n}:PLAINTEXT`).join('');
  const settings: Record<string, string | number> = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@${controller}`,
    listeners: [...names, ...proxiedAt(({ port }) => port), `CONTROLLER://${controller}`].join(),
    'advertised.listeners': [...names, ...proxiedAt(({ advertisedPort }) => advertisedPort)].join(),
    'listener.security.protocol.map':
      secure === undefined
        ? `PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT${inPlainText}`
        : `CLIENT:${secure.protocol},INTERNAL:PLAINTEXT,CONTROLLER:PLAINTEXT`,
    'inter.broker.listener.name': secure === undefined ? 'PLAINTEXT' : 'INTERNAL',
    'controller.listener.names': 'CONTROLLER',
    'log.dirs': dataFolder,
    'auto.create.topics.enable': 'false',
    'group.initial.rebalance.delay.ms': 0,
    // A single node cannot have three replicas.
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    // There are few internal partitions, because each partition costs files and start time.
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.num.partitions': 4,
    'share.coordinator.state.topic.num.partitions': 1,
    'log.cleaner.dedupe.buffer.size': 8 * 1024 * 1024,
    'num.network.threads': 2,
    'num.io.threads': 4,
    ...secure?.settings,
    ...further,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${String(value)}\n`)
    .join('');
}

/** Text in the log that says that the broker accepts requests. */
export const KAFKA_STARTED = 'Kafka Server started';

/** Logs warnings, errors, and the line that contains `KAFKA_STARTED`. */
export const LOG4J_CONFIG = `<?xml version="1.0" encoding="UTF-8"?>
<Configuration status="WARN">
  <Appenders>
    <Console name="out"><PatternLayout pattern="%d %p %m (%c)%n"/></Console>
  </Appenders>
  <Loggers>
    <Logger name="kafka.server.KafkaRaftServer" level="info"/>
    <Root level="warn"><AppenderRef ref="out"/></Root>
  </Loggers>
</Configuration>
`;
