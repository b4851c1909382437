import { createKafka } from '@lethe/messaging';
import {
  type AclEntry,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  kafkajsOf,
  ResourcePatternTypes,
} from '@lethe/testing/kafka';

type Operation = 'READ' | 'WRITE' | 'DESCRIBE';

/**
 * Kafka rights of each app, from docs/secure-connections.md. The names do not contain the topic
 * prefix.
 */
export const RIGHTS: Readonly<
  Record<
    string,
    readonly (readonly ['TOPIC' | 'GROUP' | 'TRANSACTIONAL_ID', string, ...Operation[]])[]
  >
> = {
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

/** Gives each app exactly these rights. @param brokers listener on which the test has all rights */
export async function grantRights(brokers: string, prefix: string): Promise<void> {
  const acl = Object.entries(RIGHTS).flatMap(([user, rights]) =>
    rights.flatMap(([resource, name, ...operations]) =>
      operations.map((operation): AclEntry => ({
        principal: `User:${user}`,
        host: '*',
        operation: AclOperationTypes[operation],
        permissionType: AclPermissionTypes.ALLOW,
        resourceType: AclResourceTypes[resource],
        resourceName: `${prefix}${name}`,
        resourcePatternType: ResourcePatternTypes.PREFIXED,
      })),
    ),
  );
  const admin = kafkajsOf(
    createKafka({ brokers: brokers.split(','), clientId: 'operator' }),
  ).admin();
  await admin.connect();
  await admin.createAcls({ acl });
  await admin.disconnect();
}
