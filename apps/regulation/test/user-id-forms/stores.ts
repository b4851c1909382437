import {
  CreateBucketCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { JsonObject } from '@lethe/contracts';
import { createKafka, waitForLeaders } from '@lethe/messaging';
import { PATIENT_CLIENT, testS3Endpoint } from '@lethe/testing';
import { collectRecords, kafkajsOf } from '@lethe/testing/kafka';
import { startLocalRedis } from '@lethe/local-services';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';

export interface Store {
  readonly type: string;
  readonly config: JsonObject;
  fill(userIds: readonly string[]): Promise<unknown>;
  /**
   * Returns the users that have data. For a webhook, these are the users that no request has
   * deleted.
   */
  holds(): Promise<readonly string[]>;
  close(): Promise<unknown>;
}

export async function webhookStore(): Promise<Store> {
  const stored = new Set<string>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { data } = JSON.parse(body) as { data: { users: { userId: string }[] } };
      for (const { userId } of data.users) stored.delete(userId);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    type: 'WEBHOOK',
    config: { deletionUrl: `http://127.0.0.1:${String(port)}/delete` },
    fill: (userIds) => {
      for (const id of userIds) stored.add(id);
      return Promise.resolve();
    },
    holds: () => Promise.resolve([...stored]),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export async function postgresStore(url: string): Promise<Store> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table public.profiles (user_id text primary key)');
  const { hostname: host, port, pathname, username, password } = new URL(url);
  return {
    type: 'POSTGRES',
    config: {
      ...{ host, port, database: pathname.slice(1), sslMode: 'disable' },
      ...{ user: decodeURIComponent(username), password: decodeURIComponent(password) },
      deletionTables: [{ table: 'profiles', userIdColumn: 'user_id' }],
    },
    fill: (userIds) =>
      client.query('insert into public.profiles select unnest($1::text[])', [userIds]),
    holds: async () =>
      (await client.query<{ user_id: string }>('select user_id from public.profiles')).rows.map(
        (row) => row.user_id,
      ),
    close: () => client.end(),
  };
}

export async function redisStore(dataDir: string): Promise<Store> {
  const redis = await startLocalRedis({ dataDir });
  const send = (commands: readonly (readonly string[])[]) => askRedis(redis.port, commands);
  return {
    type: 'REDIS',
    config: { address: `127.0.0.1:${String(redis.port)}`, keyPattern: '<userId>' },
    fill: (userIds) => send(userIds.map((id) => ['SET', id, 'x'])),
    holds: async () => bulkStrings(await send([['KEYS', '*']])),
    close: () => redis.stop(),
  };
}

export async function s3Store(): Promise<Store> {
  const endpoint = await testS3Endpoint();
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
  });
  const bucketName = `b${randomBytes(6).toString('hex')}`;
  const object = { Bucket: bucketName, Key: 'events/1.jsonl' };
  await client.send(new CreateBucketCommand({ Bucket: bucketName }));
  return {
    type: 'S3',
    config: { bucketName, prefix: 'events/', endpoint, accessKeyID: 'test', accessKey: 'test' },
    fill: (userIds) => {
      const Body = userIds.map((userId) => `${JSON.stringify({ userId })}\n`).join('');
      return client.send(new PutObjectCommand({ ...object, Body }));
    },
    holds: async () => {
      const { Body } = await client.send(new GetObjectCommand(object));
      const lines = ((await Body?.transformToString()) ?? '').split('\n').slice(0, -1);
      return lines.map((line) => (JSON.parse(line) as { userId: string }).userId);
    },
    close: () => {
      client.destroy();
      return Promise.resolve();
    },
  };
}

export async function kafkaStore(brokers: string, topic: string): Promise<Store> {
  const kafka = kafkajsOf(createKafka({ brokers: [brokers], clientId: 'test', ...PATIENT_CLIENT }));
  const admin = kafka.admin();
  await admin.connect();
  const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
  await admin.createTopics({
    topics: [{ topic, numPartitions: 1, configEntries }],
    waitForLeaders: false,
  });
  await waitForLeaders(admin, [topic]);
  await admin.disconnect();
  const [hostName = '', port = ''] = brokers.split(':');
  return {
    type: 'KAFKA',
    config: { hostName, port, topic },
    fill: async (userIds) => {
      const producer = kafka.producer();
      await producer.connect();
      await producer.send({ topic, messages: userIds.map((key) => ({ key, value: 'x' })) });
      await producer.disconnect();
    },
    holds: async () => {
      const newest = new Map<string | null, Buffer | null>();
      for (const { key, value } of await collectRecords(brokers, topic)) newest.set(key, value);
      return [...newest].flatMap(([key, value]) => (value === null || key === null ? [] : [key]));
    },
    close: () => Promise.resolve(),
  };
}

/** Sends commands, and reads until all are answered. */
function askRedis(port: number, commands: readonly (readonly string[])[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const pieces: Buffer[] = [];
    socket.on('data', (piece) => pieces.push(piece));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(Buffer.concat(pieces));
    });
    for (const parts of [...commands, ['QUIT']]) {
      const bulks = parts.map((part) => `$${String(Buffer.byteLength(part))}\r\n${part}\r\n`);
      socket.write(`*${String(parts.length)}\r\n${bulks.join('')}`);
    }
  });
}

/** Returns the texts of a list. A text can contain line breaks. */
function bulkStrings(answer: Buffer): string[] {
  const lineEnd = (from: number) => answer.indexOf('\r\n', from);
  const texts: string[] = [];
  let at = lineEnd(0) + 2;
  while (answer[at] === 0x24 /* $ */) {
    const begin = lineEnd(at) + 2;
    const end = begin + Number(answer.subarray(at + 1, lineEnd(at)).toString());
    texts.push(answer.subarray(begin, end).toString());
    at = end + 2;
  }
  return texts;
}
