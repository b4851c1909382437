import { decodeFeedCursor, encodeFeedCursor, generationKey } from './feed-cursor.js';

const GENERATION = '0192f0c1-7c3e-4cc3-8f6e-4f3c6f0a9b11';

function clientToken(content: unknown): string {
  return Buffer.from(JSON.stringify(content)).toString('base64');
}

describe('a token of the feed', () => {
  it.each([0n, 1n, 20_000_000n, 2n ** 48n - 1n])('decodes to its position %s', (position) => {
    const token = encodeFeedCursor(GENERATION, ['ws_a'], position);
    const generation = generationKey(GENERATION);
    expect(decodeFeedCursor(token, ['ws_a'])).toEqual({
      kind: 'position',
      generation,
      position,
      ahead: 0,
    });
  });

  it('differs after each change that has no number yet', () => {
    const tokenWith = (ahead: number) => encodeFeedCursor(GENERATION, ['ws_a'], 7n, ahead);
    expect(new Set([tokenWith(0), tokenWith(1), tokenWith(2)]).size).toBe(3);
    expect(decodeFeedCursor(tokenWith(65_537), ['ws_a'])).toMatchObject({ position: 7n, ahead: 1 });
  });

  it('needs no percent-encoding in a URL', () => {
    const token = encodeFeedCursor(GENERATION, ['ws_a'], 2n ** 48n - 1n);
    expect(encodeURIComponent(token)).toBe(token);
    expect(token.length).toBeLessThan(30);
  });

  it('is rejected for a different list of workspaces', () => {
    const token = encodeFeedCursor(GENERATION, ['ws_a', 'ws_b'], 5n);
    expect(decodeFeedCursor(token, ['ws_b', 'ws_a'])).toBeDefined();
    for (const list of [['ws_a'], ['ws_a', 'ws_b', 'ws_c'], []]) {
      expect(decodeFeedCursor(token, list)).toBeUndefined();
    }
  });

  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T12:00:00.123456789+02:00', '2026-11-21T10:00:00.123Z'],
    ['2026-11-21T04:30:00.5-05:30', '2026-11-21T10:00:00.500Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00+01:00', '0001-01-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59.999Z'],
    ['-271821-04-20T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('can be built by a client from the time %s', (start, time) => {
    const token = clientToken({ SyncStartTime: start, SyncSeqId: -1 });
    expect(decodeFeedCursor(token, ['ws_a'])).toEqual({ kind: 'since', time: new Date(time) });
  });

  it('is accepted with blanks in place of plus signs', () => {
    const token = clientToken({ SyncStartTime: '2026-11-21T10:00:00Z', note: '>>>' });
    expect(token).toContain('+');
    expect(decodeFeedCursor(token.replaceAll('+', ' '), [])).toMatchObject({ kind: 'since' });
  });

  it.each([
    '',
    'nonsense',
    '-'.repeat(28),
    'A'.repeat(28),
    'A'.repeat(100_000),
    clientToken({ SyncStartTime: 'yesterday' }),
    clientToken({ SyncStartTime: 5 }),
    clientToken({}),
    clientToken(null),
    clientToken([]),
    clientToken('text'),
  ])('is rejected if it cannot be decoded: %.40s', (token) => {
    expect(decodeFeedCursor(token, ['ws_a'])).toBeUndefined();
  });
});
