import { commandsOf } from '@lethe/api/definition';
import { regulations } from '@lethe/api/regulations';
import { Writable } from 'node:stream';
import type { CommandContext } from '@lethe/contracts';
import { pino } from 'pino';
import { checkStatedCommand } from './check-stated-command.js';
import { CallerKeyCheck } from './caller-key-check.js';
import { RpcErrorFilter } from './rpc-error.filter.js';

const KEY = 'a-key-of-this-test-0123456789';
const OTHER = 'the-key-before-it-0123456789';

const withCode = (code: string) => expect.objectContaining({ code }) as Error;

function receive(keys?: readonly string[]) {
  const logged: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  const logger = pino(sink);
  const received = new CallerKeyCheck(keys, logger);
  const take = (sent: unknown) => received.accept(sent as never);
  return { received, take, logged, logger };
}

const context: CommandContext = {
  requestId: 'r',
  deadline: Date.now() + 60_000,
  workspaceId: 'ws',
  actor: 'a',
};
const get = { context, id: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11' };
const COMMANDS = commandsOf(regulations);

describe('CallerKeyCheck', () => {
  it.each([
    ['no key', {}],
    ['another key', { key: `${KEY}x` }],
    ['the beginning of the key', { key: KEY.slice(0, -1) }],
    ['an empty key', { key: '' }],
    ['a key that is no text', { key: [KEY] }],
  ])('refuses a caller with %s, and does not log the key', (_, more) => {
    const { take, logged } = receive([KEY, OTHER]);
    expect(() => take({ ...get, ...more })).toThrow(withCode('unavailable'));
    expect(() => take({ ...get, ...more })).toThrow();
    expect(logged).toHaveLength(1); // one line for both refusals
    expect(logged[0]).not.toContain(KEY.slice(0, -1));
  });

  it('does not let unauthenticated clients fill the log', () => {
    const { take, logged, logger } = receive([KEY]);
    const requestId = 'r'.repeat(100_000);
    const command = { ...get, context: { ...context, requestId } };
    const filter = new RpcErrorFilter(logger);
    const host = { switchToRpc: () => ({ getData: () => command }) } as never;
    for (let tries = 0; tries < 5; tries += 1) {
      try {
        take(command);
      } catch (error) {
        filter.catch(error, host).subscribe({ error: () => undefined });
      }
    }
    expect(logged).toHaveLength(1);
    filter.catch(new Error('a defect'), host).subscribe({ error: () => undefined });
    expect(logged[1]?.length).toBeLessThan(2_000);
  });

  it.each([KEY, OTHER])('accepts a command with one of the keys, and removes the key', (key) => {
    expect(receive([KEY, OTHER]).take({ ...get, key })).toEqual(get);
  });

  it('accepts all commands if it has no keys', () => {
    expect(receive().take({ ...get, key: KEY })).toEqual(get);
  });

  it.each([undefined, null, 7, 'x', [], {}, { context: null }, { context: 'x', id: 1 }])(
    'refuses %j, which is not a command',
    async (sent) => {
      for (const stated of COMMANDS.values()) {
        const check = checkStatedCommand(stated, receive().take(sent));
        await expect(check).rejects.toThrow(withCode('invalid_request'));
      }
    },
  );
});

describe('checkStatedCommand', () => {
  const checked = (id: string, members: object) => () =>
    checkStatedCommand(COMMANDS.get(id)!, { context, ...members });
  const create = (request: object, more: object = {}) =>
    checked('createRegulations', { ...request, wantRecords: false, ...more });
  const users = [{ userId: 'u' }];
  const suppress = { regulationType: 'suppress', users };
  const list = (limit: unknown) => checked('listRegulations', { limit });

  it.each([
    ['a limit of a list above the maximum', list(1_001)],
    ['a limit of a list that is no number', list('1')],
    ['an unknown type', create({ ...suppress, regulationType: 'erase' })],
    ['no users', create({ regulationType: 'suppress', users: [] })],
    ['too many users', create({ ...suppress, users: Array(100_001).fill(users[0]) })],
    ['a user without an id', create({ ...suppress, users: [...users, { email: 'a@b.c' }] })],
    ['a long userId', create({ ...suppress, users: [{ userId: 'u'.repeat(513) }] })],
    ['a large identifier', create({ ...suppress, users: [{ userId: 'u', x: 'x'.repeat(3_000) }] })],
    ['sources that are no list', create({ ...suppress, sourceIds: 'src' })],
    ['no source', create({ ...suppress, sourceIds: [] })],
    ['too many sources', create({ ...suppress, sourceIds: Array(10_001).fill('s') })],
    [
      'sources of a deletion',
      create({ regulationType: 'suppress_with_delete', users, sourceIds: ['s'] }),
    ],
    ['a deletion without destinations', create({ regulationType: 'suppress_with_delete', users })],
    ['a long reason', create({ ...suppress, reason: 'r'.repeat(501) })],
    ['a long idempotency key', create(suppress, { idempotencyKey: 'k'.repeat(256) })],
  ])('refuses a command that a gateway should have refused: %s', async (_, check) => {
    await expect(check()).rejects.toThrow(withCode('invalid_request'));
  });

  it('reports the path of the invalid user', async () => {
    const wrong = create({ ...suppress, users: [...users, { userId: '' }] });
    await expect(wrong()).rejects.toThrow(
      expect.objectContaining({
        details: { 'users[1].userId': expect.any(String) as string },
      }) as Error,
    );
  });

  it('accepts commands of gateways', async () => {
    for (const check of [
      list(1_000),
      create(suppress, { idempotencyKey: 'k' }),
      create({ ...suppress, sourceIds: ['s'], reason: 'r' }),
      create({ regulationType: 'suppress_with_delete', users, destinationIds: ['d'] }),
      checked('cancelRegulation', { id: get.id, allowedTypes: [] }),
      checked('abortDeletions', { destinationId: 'd' }),
    ]) {
      await expect(check()).resolves.toMatchObject({ context });
    }
  });
});
