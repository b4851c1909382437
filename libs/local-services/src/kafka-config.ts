/** A listener for clients over TLS; its settings say whether it wants certificates or a login. */
export interface SecureListener {
  readonly protocol: 'SSL' | 'SASL_SSL';
  /** Further settings: certificates, mechanisms, an authorizer. */
  readonly settings: Readonly<Record<string, string>>;
  /** Users that may log in with SCRAM-SHA-512, and their passwords. */
  readonly scramUsers?: Readonly<Record<string, string>>;
}

/**
 * A further listener in plain text, which tells its clients another port than its own: that of a proxy, through
 * which they then come every time.
 */
export interface ProxiedListener {
  readonly port: number;
  readonly advertisedPort: number;
}

/** Ports on 127.0.0.1. */
export interface KafkaPorts {
  /** For clients. */
  readonly client: number;
  /** Between the node's two roles, broker and controller. */
  readonly controller: number;
  /** In plain text for what a test does itself, where its clients have a secure listener. */
  readonly internal: number;
}

export interface KafkaPropertiesOptions {
  readonly secure?: SecureListener | undefined;
  /** Beside the listener in plain text; not together with a secure one. */
  readonly proxied?: readonly ProxiedListener[] | undefined;
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/**
 * Settings of a single node that is broker and controller in one. Small, since it runs beside
 * everything else on a developer's machine; nothing that changes what a client may rely on.
 * @param options.secure instead of plain text for everybody
 * @param options.settings win over all others
 */
export function kafkaProperties(
  dataFolder: string,
  ports: KafkaPorts,
  { secure, proxied = [], settings: further }: KafkaPropertiesOptions = {},
): string {
  const client = `127.0.0.1:${String(ports.client)}`;
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
    // One node cannot hold three copies.
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    // Fewer internal partitions: each costs files and start-up time.
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

/** Part of the log line that says that the broker takes requests. */
export const KAFKA_STARTED = 'Kafka Server started';

/** Warnings and errors, and the one line that says it is up. */
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
