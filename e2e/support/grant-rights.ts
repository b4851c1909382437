import { createKafka } from '@lethe/messaging';
import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  kafkajsOf,
  ResourcePatternTypes,
} from '@lethe/testing/kafka';

type Operation = 'READ' | 'WRITE' | 'DESCRIBE' | 'CREATE' | 'DESCRIBE_CONFIGS';

/** A kind of resource, the start of its name without the topic prefix, and operations. */
type Right = readonly ['TOPIC' | 'GROUP' | 'TRANSACTIONAL_ID', string, ...Operation[]];

/** Kafka rights of each app, from docs/secure-connections.md. */
const RIGHTS: Readonly<Record<string, readonly Right[]>> = {
  regulation: [
    ['TOPIC', 'regulation.', 'WRITE', 'DESCRIBE'],
    ['TOPIC', 'regulation.suppressions.', 'READ'],
    ['TOPIC', 'regulation.lifecycle.', 'READ'],
    ['TOPIC', 'catalog.revocations.', 'READ', 'WRITE', 'DESCRIBE'],
    ['TRANSACTIONAL_ID', 'regulation-relay', 'WRITE', 'DESCRIBE'],
  ],
  gateway: [
    ['TOPIC', 'test.requests.', 'WRITE', 'DESCRIBE'],
    ['TOPIC', 'test.results.', 'READ', 'DESCRIBE'],
  ],
  'test-runner': [
    ['TOPIC', 'test.requests.', 'READ', 'DESCRIBE'],
    ['TOPIC', 'test.results.', 'WRITE', 'DESCRIBE'],
    ['GROUP', 'test-runner.', 'READ'],
  ],
  'deletion-worker': [
    ['TOPIC', 'regulation.deletions.', 'READ', 'DESCRIBE'],
    ['GROUP', 'deletion-worker', 'READ'],
  ],
  // The operator chooses the names of the filter's topics and group. In tests, these names also
  // have the prefix.
  'event-filter': [
    ['TOPIC', 'regulation.suppressions.', 'READ', 'DESCRIBE'],
    ['TOPIC', 'regulation.relay.', 'READ', 'DESCRIBE'],
    ['TOPIC', 'events.in', 'READ', 'DESCRIBE'],
    ['TOPIC', 'events.in.dlq', 'WRITE', 'DESCRIBE'],
    ['TOPIC', 'events.out', 'WRITE', 'DESCRIBE'],
    ['GROUP', 'filter', 'READ'],
    ['TRANSACTIONAL_ID', 'filter', 'WRITE', 'DESCRIBE'],
  ],
};

/** Rights of the user that creates the topics, from docs/secure-connections.md. */
const RIGHTS_OF_SETUP: readonly Right[] = [['TOPIC', '', 'CREATE', 'DESCRIBE', 'DESCRIBE_CONFIGS']];

/** Gives each app exactly these rights. @param brokers listener on which the test has all rights */
export async function grantRights(brokers: string, prefix: string): Promise<void> {
  const acl = Object.entries(RIGHTS).flatMap(([user, rights]) => entriesOf(user, rights, prefix));
  await createAcls(brokers, acl);
}

/** Gives one user the rights of all apps, and those of the setup. The chart has only one user. */
export async function grantAllRights(brokers: string, prefix: string, user: string): Promise<void> {
  const rights = [...Object.values(RIGHTS).flat(), ...RIGHTS_OF_SETUP];
  await createAcls(brokers, [
    ...entriesOf(user, rights, prefix),
    {
      ...entry(user, 'DESCRIBE_CONFIGS'),
      resourceType: AclResourceTypes.CLUSTER,
      resourceName: 'kafka-cluster',
      resourcePatternType: ResourcePatternTypes.LITERAL,
    },
  ]);
}

function entriesOf(user: string, rights: readonly Right[], prefix: string): AclEntry[] {
  return rights.flatMap(([resource, name, ...operations]) =>
    operations.map((operation) => ({
      ...entry(user, operation),
      resourceType: AclResourceTypes[resource],
      resourceName: `${prefix}${name}`,
      resourcePatternType: ResourcePatternTypes.PREFIXED,
    })),
  );
}

function entry(user: string, operation: Operation) {
  return {
    principal: `User:${user}`,
    host: '*',
    operation: AclOperationTypes[operation],
    permissionType: AclPermissionTypes.ALLOW,
  };
}

async function createAcls(brokers: string, acl: AclEntry[]): Promise<void> {
  const admin = kafkajsOf(
    createKafka({ brokers: brokers.split(','), clientId: 'operator' }),
  ).admin();
  await admin.connect();
  await admin.createAcls({ acl });
  await admin.disconnect();
}
