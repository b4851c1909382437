/** Release and namespace. Certificates contain both names. */
export const RELEASE = 'lethe';
export const NAMESPACE = 'lethe';
/** The chart's default. */
export const PREFIX = 'lethe.';
/** Names that Kafka's rights of the test allow (e2e/support/grant-rights.ts). */
export const EVENTS = {
  input: `${PREFIX}events.in`,
  output: `${PREFIX}events.out`,
  group: `${PREFIX}filter`,
} as const;
/** Port of the HTTPS address of the console. */
export const HTTPS_PORT = 8443;

/** Apps with a database user of their own: key in the chart, and part of the user's name. */
export const DATABASE_USERS = {
  gateway: 'gateway',
  regulation: 'regulation',
  testRunner: 'test-runner',
  deletionWorker: 'deletion-worker',
} as const;

export interface ProductionServers {
  /** IPv4 address of PostgreSQL, Kafka and the receiver of deliveries. */
  readonly host: string;
  readonly postgresPort: number;
  /** host:port */
  readonly broker: string;
}

/**
 * Returns values that adapt values-production.yaml to one node and to the servers of the test: two
 * instances of each app, and less processor time for each, because the node has few CPUs.
 *
 * @param tag of all images
 */
export function productionValues(
  { host, postgresPort, broker }: ProductionServers,
  tag: string,
): object {
  const app = (more: object = {}) => ({
    ...{ replicas: 2, autoscaling: { enabled: false }, resources: { requests: { cpu: '20m' } } },
    ...more,
  });
  const users = Object.entries(DATABASE_USERS).map(([key, name]) => {
    const password = { existingSecret: `lethe-database-${name}` };
    return [key, { name: databaseUser(name), password }] as const;
  });
  return {
    image: { registry: 'localhost', tag, pullPolicy: 'Never' },
    database: { host, port: postgresPort, users: Object.fromEntries(users) },
    kafka: { brokers: [broker], tls: { client: { existingSecret: 'lethe-kafka' } } },
    setup: { grants: true },
    gateway: app(),
    regulation: app(),
    testRunner: app({ deliveryAllow: [host] }),
    deletionWorker: app({ deliveryAllow: [host], leaseSeconds: 10 }),
    eventFilter: app({
      instances: { orders: { in: EVENTS.input, out: EVENTS.output, group: EVENTS.group } },
    }),
    networkPolicy: {
      databaseTo: [{ ipBlock: { cidr: `${host}/32` } }],
      kafkaTo: [{ ipBlock: { cidr: `${host}/32` } }],
      deliveryTo: [{ ipBlock: { cidr: `${host}/32` } }],
      monitoringFrom: [{ podSelector: {} }],
    },
    monitoring: { podMonitor: { enabled: true } },
    console: { publicUrl: `https://${host}:${HTTPS_PORT}` },
  };
}

export function databaseUser(name: string): string {
  return `lethe_${name.replaceAll('-', '_')}`;
}
