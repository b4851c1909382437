import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { testS3Endpoint } from '@lethe/testing';
import type { Store } from './store.js';

/** A user who is in each object, and whose rows stay. */
const OTHER = 'another user';

interface Form {
  readonly suffix: string;
  readonly write: (userIds: readonly string[]) => Uint8Array;
  readonly read: (bytes: Buffer) => Promise<readonly unknown[]>;
}

const FORMS: readonly Form[] = [
  {
    suffix: 'jsonl',
    write: (userIds) => Buffer.from(linesOf(userIds)),
    read: (bytes) => Promise.resolve(usersIn(bytes)),
  },
  {
    suffix: 'jsonl.gz',
    write: (userIds) => gzipSync(escaped(linesOf(userIds))),
    read: (bytes) => Promise.resolve(usersIn(gunzipSync(bytes))),
  },
  {
    suffix: 'parquet',
    write: (userIds) =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [{ name: 'userId', data: [...userIds], type: 'STRING' }],
        }),
      ),
    read: async (bytes) => {
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
      const rows = await parquetReadObjects({ file: file as ArrayBuffer });
      return rows.map((row): unknown => row.userId);
    },
  },
];

/** A bucket behind a proxy, which logs the requests of the system. */
export class S3Store implements Store {
  readonly type = 'S3';
  readonly config: object;
  private readonly requests: string[] = [];
  private readonly keys = new Map<string, Form>();
  private objects = 0;

  private constructor(
    private readonly bucket: URL,
    private readonly proxy: Server,
  ) {
    this.config = {
      ...{ bucketName: bucket.pathname.slice(1, -1), prefix: 'events/' },
      endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      ...{ accessKeyID: 'test', accessKey: 'test' },
    };
    proxy.on('request', ({ method, url }) => this.requests.push(`${method} ${url}`));
  }

  static async start(): Promise<S3Store> {
    const endpoint = await testS3Endpoint();
    const bucket = new URL(`/b${randomBytes(6).toString('hex')}/`, endpoint);
    await expectOk(await fetch(String(bucket).slice(0, -1), { method: 'PUT' }));
    const proxy = createServer((incoming, answer) => {
      const { method, headers, url = '/' } = incoming;
      const outgoing = request(new URL(url, endpoint), { method, headers }, (received) => {
        answer.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(answer);
      });
      outgoing.once('error', () => answer.destroy());
      incoming.pipe(outgoing);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return new S3Store(bucket, proxy);
  }

  /** Writes an object of each form. */
  async fill(userId: string): Promise<void> {
    for (const form of FORMS) await this.put([OTHER, userId, userId], form);
  }

  async putBack(userId: string, round: number): Promise<void> {
    await this.put([OTHER, userId], FORMS[round % FORMS.length]!);
  }

  async count(userId: string): Promise<number> {
    let rows = 0;
    for (const [key, form] of this.keys) {
      const answer = await expectOk(await fetch(new URL(key, this.bucket)));
      const users = await form.read(Buffer.from(await answer.arrayBuffer()));
      if (!users.includes(OTHER)) throw new Error(`${key} lost a row of another user`);
      rows += users.filter((user) => user === userId).length;
    }
    return rows;
  }

  /** Compares the ETags of all objects, and reads the methods of all requests. */
  async writesDuring(work: () => Promise<void>): Promise<string[]> {
    const before = await this.etags();
    this.requests.length = 0;
    await work();
    const seen = [...this.requests];
    if (!seen.some((line) => line.startsWith('GET'))) throw new Error('no request was logged');
    const after = await this.etags();
    return [
      ...seen.filter((line) => !/^(GET|HEAD) /.test(line)),
      ...after.filter((etag) => !before.includes(etag)),
    ];
  }

  /** Removes all objects, so that passes stay short. */
  async clear(): Promise<void> {
    for (const key of this.keys.keys()) {
      await expectOk(await fetch(new URL(key, this.bucket), { method: 'DELETE' }));
    }
    this.keys.clear();
  }

  async stop(): Promise<void> {
    this.proxy.closeAllConnections();
    await new Promise((resolve) => this.proxy.close(resolve));
  }

  private async put(userIds: readonly string[], form: Form): Promise<void> {
    this.objects += 1;
    const key = `events/${this.objects}.${form.suffix}`;
    const body = Buffer.from(form.write(userIds));
    await expectOk(await fetch(new URL(key, this.bucket), { method: 'PUT', body }));
    this.keys.set(key, form);
  }

  private async etags(): Promise<string[]> {
    return Promise.all(
      [...this.keys.keys()].map(async (key) => {
        const answer = await expectOk(await fetch(new URL(key, this.bucket), { method: 'HEAD' }));
        return `${key} ${answer.headers.get('etag')}`;
      }),
    );
  }
}

function linesOf(userIds: readonly string[]): string {
  return userIds.map((userId, n) => `${JSON.stringify({ n, userId })}\n`).join('');
}

/** Writes each character of a JSON document that is not ASCII as `\u....`. */
function escaped(json: string): string {
  return json.replace(/[^\0-\x7F]/g, (unit) =>
    [...Array(unit.length).keys()]
      .map((at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

function usersIn(bytes: Buffer): unknown[] {
  const lines = bytes.toString().split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { userId?: unknown }).userId);
}

async function expectOk(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer;
}
