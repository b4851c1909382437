import { SilentProxy, useTestDatabase, waitFor } from '@lethe/testing';
import { LeaderLock } from '../src/relay/session/leader-lock.js';
import { DATABASE_IDENTITY } from '../src/database/schema-name.js';

const SESSION_TIMEOUT_MS = 2_000;

describe('LeaderLock, when the server stops answering', () => {
  const testDatabase = useTestDatabase();
  let proxy: SilentProxy;
  beforeEach(async () => {
    const url = new URL(testDatabase.url);
    proxy = await SilentProxy.start({ host: url.hostname, port: Number(url.port) });
  });
  afterEach(() => {
    proxy.close();
  });

  function newLock(through: 'proxy' | 'nothing', onLost = () => undefined): LeaderLock {
    const url = new URL(testDatabase.url);
    if (through === 'proxy') url.port = String(proxy.port);
    return new LeaderLock({
      connection: url.href,
      lock: 3000,
      channel: 'lock',
      database: DATABASE_IDENTITY,
      sessionTimeoutMs: SESSION_TIMEOUT_MS,
      onNotify: () => undefined,
      onLost,
    });
  }

  it('does not block a standby if the close of its connection is never confirmed, and its next try succeeds', async () => {
    const leader = newLock('nothing');
    expect(await leader.tryAcquire()).toBe(true);
    const standby = newLock('proxy');
    proxy.answersGoodbyes = false;
    expect(await standby.tryAcquire()).toBe(false);
    await leader.release();
    expect(await standby.tryAcquire()).toBe(true);
    await standby.release();
  });

  it('is lost, and can be acquired again over a new connection', async () => {
    let lost = 0;
    const lock = newLock('proxy', () => void (lost += 1));
    expect(await lock.tryAcquire()).toBe(true);
    proxy.swallow();
    await waitFor(() => lost === 1);
    expect(lock.isHeld).toBe(false);
    await waitFor(() => lock.tryAcquire());
    await lock.release();
  });

  it('can be released', async () => {
    const lock = newLock('proxy');
    expect(await lock.tryAcquire()).toBe(true);
    proxy.swallow();
    await lock.release();
  });
});
