import type { JsonObject } from '@lethe/contracts';
import { LeaseEndedError } from '@lethe/destinations';
import { createGuardedDialer } from '@lethe/egress';
import { fakeLookup } from '@lethe/egress/testing';
import type { LocalKafka } from '@lethe/local-services';
import { createKafka, waitForLeaders } from '@lethe/messaging';
import {
  CertificateAuthority,
  describeWithKafka,
  PATIENT_CLIENT,
  startOwnKafka,
  uniquePrefix,
  useTestKafka,
  waitFor,
} from '@lethe/testing';
import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  collectRecords,
  kafkajsOf,
  ResourcePatternTypes,
  type AclEntry,
  type Admin,
  type ITopicConfig,
} from '@lethe/testing/kafka';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafkaDeletion } from '../src/kafka/create-kafka-deletion.js';
import { deletionInput, numbered } from './deletion-input.js';
import { startHostileServer } from './hostile-server.js';

const dialer = createGuardedDialer({ allow: ['127.0.0.1'] });
const provider = createKafkaDeletion({ dialer });
const matching = (text: string | RegExp) => expect.stringMatching(text) as string;
const COMPACTED = [{ name: 'cleanup.policy', value: 'compact' }];

const clientOf = (brokers: string) =>
  kafkajsOf(createKafka({ brokers: [brokers], clientId: 'test', ...PATIENT_CLIENT }));

async function createTopics(admin: Admin, topics: ITopicConfig[]): Promise<void> {
  await admin.createTopics({ topics, waitForLeaders: false });
  await waitForLeaders(
    admin,
    topics.map(({ topic }) => topic),
  );
}

describeWithKafka('the Kafka deletion', () => {
  const kafka = useTestKafka();
  const topic = `${uniquePrefix()}profiles`;
  const retained = `${uniquePrefix()}retained`;
  const both = `${uniquePrefix()}both`;
  let config: JsonObject;
  let admin: Admin;

  beforeAll(async () => {
    const [hostName, port] = kafka.brokers.split(':') as [string, string];
    config = { hostName, port, topic };
    admin = clientOf(kafka.brokers).admin();
    await admin.connect();
    await createTopics(admin, [
      { topic, numPartitions: 7, configEntries: COMPACTED },
      { topic: retained, numPartitions: 1 },
      {
        topic: both,
        numPartitions: 1,
        configEntries: [{ name: 'cleanup.policy', value: 'compact,delete' }],
      },
    ]);
  });
  afterAll(() => admin.disconnect());

  it('writes one tombstone for each user to every partition', async () => {
    const producer = clientOf(kafka.brokers).producer();
    await producer.connect();
    // Other clients can use a different partitioner, so a key can be in any partition.
    const messages = [0, 1, 2, 3, 4, 5, 6].flatMap((partition) => [
      { key: 'u1', value: 'x', partition },
      { key: 'other', value: 'x', partition },
    ]);
    await producer.send({ topic, messages });
    await producer.disconnect();

    const ids = numbered(1_200);
    const input = deletionInput(config, ids);
    expect(await provider.delete(input)).toEqual({
      status: 'complete',
      record: {
        method: 'tombstones in every partition',
        counts: { users: 1_200, topics: 1, partitions: 7, tombstones: 8_400 },
        notes: [matching('log cleaner')],
      },
    });
    expect(input.calls()).toBe(3);
    const newest = new Map<string, string>();
    for (const { key, value, partition } of await collectRecords(kafka.brokers, topic)) {
      newest.set(`${partition} ${String(key)}`, value === null ? 'gone' : 'there');
    }
    for (const partition of [0, 1, 2, 3, 4, 5, 6]) {
      expect(newest.get(`${partition} other`)).toBe('there');
      expect(ids.filter((id) => newest.get(`${partition} ${id}`) !== 'gone')).toEqual([]);
    }
  });

  it('uses keyPattern, and writes to all topics that receive events', async () => {
    const more = {
      topic: both,
      enableMultiTopic: true,
      eventToTopicMap: [{ from: 'Order', to: topic }],
      keyPattern: 'user:{userId}',
    };
    expect(await provider.delete(deletionInput({ ...config, ...more }, ['k1']))).toMatchObject({
      record: { counts: { topics: 2, partitions: 8, tombstones: 8 } },
    });
    expect(await collectRecords(kafka.brokers, both)).toMatchObject([{ value: null }]);
  });

  it.each([
    [() => ({ topic: retained }), /is not compacted/],
    [() => ({ topic: 'a/b' }), /topic must be/],
    [() => ({ port: 99_999 }), /port/],
    [() => ({ keyPattern: 'user' }), /keyPattern/],
    [() => ({ useSASL: true, saslType: 'gssapi', username: 'u', password: 'p' }), /saslType/],
    [() => ({ hostName: '169.254.169.254' }), /are not allowed/],
  ] as [() => JsonObject, RegExp][])('rejects the configuration %s', async (more, reason) => {
    const input = deletionInput({ ...config, ...more() }, ['a']);
    expect(await provider.delete(input)).toMatchObject({
      status: 'aborted',
      cause: 'configuration',
      reason: matching(reason),
    });
    expect(input.calls()).toBe(0);
  });

  it('refuses the users if the key of one user is too large for the topic', async () => {
    const narrow = `${uniquePrefix()}narrow`;
    const configEntries = [...COMPACTED, { name: 'max.message.bytes', value: '500' }];
    await createTopics(admin, [{ topic: narrow, numPartitions: 1, configEntries }]);
    const at = (ids: readonly string[]) =>
      provider.delete(deletionInput({ ...config, topic: narrow }, ids));
    const long = 'x'.repeat(512);
    expect(await at([...numbered(10), long])).toMatchObject({
      status: 'refused',
      reason: matching('max.message.bytes'),
    });
    expect(await at([long])).toMatchObject({ status: 'refused' });
    expect(await at(numbered(10))).toMatchObject({ status: 'complete' });
  });

  it('does not create a missing topic', async () => {
    const missing = deletionInput({ ...config, topic: `${topic}-not-there` }, ['a']);
    expect(await provider.delete(missing)).toMatchObject({
      status: 'failed', // not `aborted`, because the topic can be new
      reason: matching('does not exist'),
    });
    expect(missing.calls()).toBe(0);
    expect(await admin.listTopics()).not.toContain(`${topic}-not-there`);
  });

  it('does not connect to a forbidden address that the brokers advertise', async () => {
    // The broker advertises 127.0.0.1. Here, only the name kafka.example is allowed.
    const byName = createKafkaDeletion({
      dialer: createGuardedDialer({
        allow: ['kafka.example'],
        lookup: fakeLookup({ 'kafka.example': ['127.0.0.1'] }),
      }),
    });
    const input = deletionInput({ ...config, hostName: 'kafka.example' }, ['a']);
    expect(await byName.delete(input)).toMatchObject({
      status: 'aborted',
      cause: 'configuration',
      reason: matching(/127\.0\.0\.1 are not allowed: it is a loopback address/),
    });
    expect(input.calls()).toBe(0);
  });

  it('writes nothing after the lease has ended', async () => {
    const before = await admin.fetchTopicOffsets(topic);
    const beforeCall = () => Promise.reject(new LeaseEndedError());
    await expect(provider.delete(deletionInput(config, ['a'], { beforeCall }))).rejects.toThrow(
      LeaseEndedError,
    );
    const ended = AbortSignal.abort();
    await expect(provider.delete(deletionInput(config, ['a'], { signal: ended }))).rejects.toThrow(
      LeaseEndedError,
    );
    expect(await admin.fetchTopicOffsets(topic)).toEqual(before);
  });
});

describeWithKafka('the Kafka deletion with TLS and logins', () => {
  let folder: string;
  let kafka: LocalKafka;
  let config: JsonObject;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-kafka-'));
    const ca = CertificateAuthority.create(folder);
    const server = ca.issue('kafka');
    const store = join(folder, 'kafka.pem');
    writeFileSync(store, readFileSync(server.key, 'utf8') + readFileSync(server.cert, 'utf8'));
    const listener = 'listener.name.client';
    const login = 'org.apache.kafka.common.security';
    kafka = await startOwnKafka({
      dataDir: join(folder, 'data'),
      secure: {
        protocol: 'SASL_SSL',
        scramUsers: { eraser: 's3cret', reader: 'r3ad' },
        settings: {
          [`${listener}.ssl.keystore.type`]: 'PEM',
          [`${listener}.ssl.keystore.location`]: store,
          [`${listener}.sasl.enabled.mechanisms`]: 'SCRAM-SHA-512',
          [`${listener}.scram-sha-512.sasl.jaas.config`]: `${login}.scram.ScramLoginModule required;`,
          'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
          'super.users': 'User:ANONYMOUS',
        },
      },
    });
    const admin = clientOf(kafka.internalBrokers).admin();
    await admin.connect();
    await createTopics(admin, [{ topic: 'profiles', numPartitions: 2, configEntries: COMPACTED }]);
    const { DESCRIBE, DESCRIBE_CONFIGS, WRITE } = AclOperationTypes;
    const grants = [
      ['eraser', DESCRIBE],
      ['eraser', DESCRIBE_CONFIGS],
      ['reader', DESCRIBE],
    ] as [string, AclEntry['operation']][];
    const acl = (user: string, operation: AclEntry['operation']): AclEntry => ({
      resourceType: AclResourceTypes.TOPIC,
      resourceName: 'profiles',
      resourcePatternType: ResourcePatternTypes.LITERAL,
      principal: `User:${user}`,
      host: '*',
      operation,
      permissionType: AclPermissionTypes.ALLOW,
    });
    await admin.createAcls({ acl: grants.map(([user, operation]) => acl(user, operation)) });
    grantWrite = async () => {
      await admin.createAcls({ acl: [acl('eraser', WRITE)] });
    };
    disconnect = () => admin.disconnect();
    config = {
      hostName: '127.0.0.1',
      port: kafka.port,
      topic: 'profiles',
      sslEnabled: true,
      caCertificate: readFileSync(ca.cert, 'utf8'),
      useSASL: true,
      saslType: 'sha512',
      username: 'eraser',
      password: 's3cret',
    };
  });
  let grantWrite: () => Promise<void>;
  let disconnect: () => Promise<void>;

  afterAll(async () => {
    await disconnect();
    await kafka.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    [{ password: 'wrong' }, 'refuses the login'],
    [{ saslType: 'plain' }, 'check saslType'],
    [{ username: 'reader', password: 'r3ad' }, 'DescribeConfigs'],
    [{}, 'grant it Write'],
  ] as [JsonObject, string][])('explains why a login with %j fails', async (more, reason) => {
    expect(await provider.delete(deletionInput({ ...config, ...more }, ['a']))).toMatchObject({
      status: 'aborted',
      cause: 'credentials',
      reason: matching(reason),
    });
  });

  it('rejects a certificate that it cannot verify', async () => {
    const unknown = { ...config, caCertificate: '' };
    expect(await provider.delete(deletionInput(unknown, ['a']))).toMatchObject({
      status: 'failed',
      reason: matching('TLS'),
    });
  });

  it('deletes as soon as the Kafka user has the permission', async () => {
    await grantWrite();
    const outcome = await waitFor(
      async () => {
        const last = await provider.delete(deletionInput(config, ['a']));
        return last.status === 'complete' && last;
      },
      { message: 'the right to reach the broker' },
    );
    expect(outcome.record.counts).toMatchObject({ tombstones: 2 });
    expect(await collectRecords(kafka.internalBrokers, 'profiles')).toHaveLength(2);
  });
});

describe('the Kafka deletion at a hostile server', () => {
  const length = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };

  it.each([
    ['a negative length', () => length(-4)],
    ['no length', () => length(0)],
    ['an endless answer', () => Buffer.concat([length(2_000_000_000), Buffer.alloc(100_000)])],
    ['HTTP', () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'a list without an end',
      (request: Buffer) =>
        // The answer to ApiVersions has a correlation id, no error, and 30,000,000 elements.
        Buffer.concat([length(10), request.subarray(8, 12), Buffer.alloc(2), length(30_000_000)]),
    ],
  ])('closes the connection after %s', async (_, answer) => {
    const server = await startHostileServer((socket) => {
      socket.on('data', (request: Buffer) => socket.write(answer(request)));
    });
    const config = { hostName: '127.0.0.1', port: server.port, topic: 't' };
    const outcome = await provider.delete(deletionInput(config, ['a']));
    expect(outcome).toMatchObject({ status: 'failed' });
    await waitFor(() => server.open() === 0, { message: 'the connections to end' });
    await server.close();
  });

  it('closes the connection when the lease ends before an answer arrives', async () => {
    const stop = new AbortController();
    const server = await startHostileServer((socket) => {
      socket.once('data', () => {
        stop.abort();
      });
    });
    const config = { hostName: '127.0.0.1', port: server.port, topic: 't' };
    await expect(
      provider.delete(deletionInput(config, ['a'], { signal: stop.signal })),
    ).rejects.toThrow(LeaseEndedError);
    await waitFor(() => server.open() === 0, { message: 'the connections to end' });
    await server.close();
  });

  it('reports an outage when no server listens', async () => {
    const server = await startHostileServer(() => undefined);
    await server.close();
    const config = { hostName: '127.0.0.1', port: server.port, topic: 't' };
    expect(await provider.delete(deletionInput(config, ['a']))).toMatchObject({
      status: 'delayed',
      cause: 'outage',
    });
  });
});
