import { readSuppression } from './read-suppression.js';

const state = (change: object = {}): string =>
  JSON.stringify({
    workspaceId: 'ws',
    userId: 'u',
    suppressed: { allSources: false, sourceIds: ['s'] },
    changedAt: '2026-01-01T00:00:00.000Z',
    ...change,
  });
const read = (key: string | null, value: string | null): ReturnType<typeof readSuppression> =>
  readSuppression(
    key === null ? null : Buffer.from(key),
    value === null ? null : Buffer.from(value),
  );

describe('readSuppression', () => {
  it('reads a state', () => {
    expect(read('ws:u', state())).toEqual({
      workspaceId: 'ws',
      userId: 'u',
      state: { allSources: false, sourceIds: ['s'] },
    });
  });

  it('reads a tombstone, which has only a key', () => {
    expect(read('ws:ü:1', null)).toEqual({ workspaceId: 'ws', userId: 'ü:1', state: undefined });
  });

  it('ignores unknown members, which later versions can add', () => {
    expect(read('ws:u', state({ more: 1 }))).toMatchObject({ userId: 'u' });
  });

  it.each([null, '', 'ws', ':u', 'ws:'])('rejects the key %j', (key) => {
    expect(read(key, state())).toBe('key');
    expect(read(key, null)).toBe('key');
  });

  it.each([' u', 'u\u200b', '\n'])('rejects the id %j, which is not normalised', (userId) => {
    expect(read(`ws:${userId}`, state({ userId }))).toBe('userId');
    expect(read(`ws:${userId}`, null)).toBe('userId');
  });

  it.each(['', '{', 'not'])('rejects the value %j, which is not JSON', (value) => {
    expect(read('ws:u', value)).toBe('json');
  });

  it.each([
    'null',
    '1',
    '[]',
    '{}',
    state({ userId: 1 }),
    state({ workspaceId: undefined }),
    state({ suppressed: null }),
    state({ suppressed: { allSources: 1, sourceIds: [] } }),
    state({ suppressed: { allSources: true } }),
    state({ suppressed: { allSources: true, sourceIds: 's' } }),
    state({ suppressed: { allSources: true, sourceIds: [1] } }),
    state({ suppressed: { allSources: true, sourceIds: [''] } }),
  ])('rejects the value %s, which is not a state', (value) => {
    expect(read('ws:u', value)).toBe('shape');
  });

  it('rejects a state if its key belongs to a different user', () => {
    expect(read('ws:v', state())).toBe('mismatch');
    expect(read('other:u', state())).toBe('mismatch');
  });
});
