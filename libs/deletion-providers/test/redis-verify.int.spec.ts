import { createGuardedDialer } from '@lethe/egress';
import { startLocalRedis, type LocalRedis } from '@lethe/local-services';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedisDeletion } from '../src/redis/create-redis-deletion.js';
import { RespConnection } from '../src/redis/resp-connection.js';
import { deletionInput, numbered } from './deletion-input.js';

const dialer = createGuardedDialer({ allow: ['127.0.0.1'] });
const provider = createRedisDeletion({ dialer });
const verify = (...given: Parameters<typeof deletionInput>) =>
  provider.verify!(deletionInput(...given));

describe('the verification at Redis', () => {
  let folder: string;
  let redis: LocalRedis;
  let config: { address: string; username: string; password: string };

  const ask = async (...commands: string[][]) => {
    const connection = await RespConnection.open(
      dialer,
      { host: '127.0.0.1', port: redis.port },
      {},
    );
    const replies = await connection.pipeline(commands);
    connection.close();
    return replies;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-redis-'));
    redis = await startLocalRedis({ dataDir: join(folder, 'single') });
    config = { address: `127.0.0.1:${redis.port}`, username: 'reader', password: 's3cret' };
  });
  // The login may do nothing but ask, so the server itself refuses every write.
  beforeEach(() =>
    ask(['FLUSHALL'], ['ACL', 'SETUSER', 'reader', 'reset', 'on', '>s3cret', '~user:*', '+exists']),
  );
  afterAll(async () => {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds one key that was put back, in 20 of 20 rounds, and writes nothing', async () => {
    const ids = numbered(20);
    const eraser = { address: config.address };
    for (const [index, id] of ids.entries()) {
      await ask(...ids.map((each) => ['SET', `user:${each}`, 'x']));
      await provider.delete(deletionInput(eraser, ids));
      expect(await verify(config, ids)).toEqual({
        status: 'verified',
        record: {
          method: 'EXISTS of the keys user:<userId> in database 0',
          counts: { users: 20, keys: 0 },
        },
      });
      await ask(['SET', `user:${id}`, 'back']);
      expect(await verify(config, ids)).toMatchObject({
        record: { counts: { users: 20, keys: 1 } },
        found: [{ regulationId: `regulation-${index}`, count: 1 }],
      });
      expect(await ask(['DBSIZE'])).toEqual([{ kind: 'count', count: 1 }]);
    }
  });

  it('asks in pipelines, and for the key of the configured pattern', async () => {
    await ask(['SET', 'user:u1:x', 'x'], ['SET', 'user:u1', 'x']);
    const input = deletionInput({ ...config, keyPattern: 'user:<userId>:x' }, numbered(1_200));
    expect(await provider.verify!(input)).toMatchObject({
      found: [{ regulationId: 'regulation-1', count: 1 }],
    });
    expect(input.calls()).toBe(3);
  });

  it('is in doubt about keys that the server refuses, and cannot check if it refuses all', async () => {
    await ask(['ACL', 'SETUSER', 'reader', 'resetkeys', '~user:a*']);
    const partly = await verify(config, ['a', 'b']);
    expect(partly).toMatchObject({
      ...{ status: 'verified', doubtful: ['regulation-1'] },
      record: { counts: { users: 1, keys: 0 } },
      reason: expect.stringContaining('no permission for these keys') as string,
    });
    expect(await verify(config, ['b'])).toMatchObject({ status: 'cannot_be_checked' });
    await ask(['ACL', 'SETUSER', 'reader', 'nocommands']);
    expect(await verify(config, ['a'])).toMatchObject({
      ...{
        status: 'cannot_be_checked',
        reason: expect.stringContaining('grant it +exists and the pattern') as string,
      },
    });
    expect(await verify({ ...config, password: 'wrong' }, ['a'])).toMatchObject({
      status: 'cannot_be_checked',
    });
  });
});
