import { DELETION_JOB_BOUNDS } from '@lethe/contracts';
import { boundOutcome } from './bound-outcome.js';

const hideSecrets = (text: string) => text.replaceAll('secret', '***');

describe('boundOutcome', () => {
  it('masks secrets in notes and reasons, and limits the length of every text', () => {
    const bounded = boundOutcome(
      {
        status: 'complete',
        record: {
          method: 'm'.repeat(300),
          counts: { keys: 2, wrong: Number.NaN, negative: -1 },
          notes: Array.from({ length: 30 }, () => 'a secret'),
        },
        refused: [{ regulationId: 'r', reason: `${'x'.repeat(600)}secret` }],
      },
      hideSecrets,
    );
    if (bounded.status !== 'complete') throw new Error('another status');
    expect(bounded.record.method).toHaveLength(200);
    expect(bounded.record.counts).toEqual({ keys: 2 });
    expect(bounded.record.notes).toHaveLength(20);
    expect(bounded.record.notes?.[0]).toBe('a ***');
    expect(bounded.refused?.[0]?.reason).toHaveLength(500);
    expect(JSON.stringify(bounded)).not.toContain('secret');
  });

  it.each([
    [Number.NaN, undefined],
    [-1, undefined],
    [Infinity, undefined],
    [1.5, 2],
    [1e15, 86_400_000],
  ])('turns a Retry-After of %d ms into %p', (given, expected) => {
    const outcome = {
      status: 'delayed',
      cause: 'limit',
      reason: 'r',
      retryAfterMs: given,
    } as const;
    expect(boundOutcome(outcome, hideSecrets)).toEqual({
      status: 'delayed',
      cause: 'limit',
      reason: 'r',
      ...(expected === undefined ? {} : { retryAfterMs: expected }),
    });
  });

  it('removes U+0000 and replaces lone surrogates, because PostgreSQL stores neither', () => {
    const reason = 'a\u0000b\ud800c';
    expect(boundOutcome({ status: 'failed', reason }, hideSecrets)).toEqual({
      status: 'failed',
      reason: 'ab\ufffdc',
    });
  });

  it('drops notes until a record fits in its bytes, even with characters of several bytes', () => {
    const notes = Array.from({ length: 20 }, () => '\u2028'.repeat(500));
    const bounded = boundOutcome(
      { status: 'complete', record: { method: 'm', notes } },
      hideSecrets,
    );
    if (bounded.status !== 'complete') throw new Error('another status');
    const bytes = Buffer.byteLength(JSON.stringify(bounded.record));
    expect(bytes).toBeLessThanOrEqual(DELETION_JOB_BOUNDS.recordBytes);
    expect(bounded.record.notes?.length).toBeGreaterThan(5);
  });

  it('rejects a status URL that is too long', () => {
    const statusUrl = `https://x.example/${'a'.repeat(5_000)}`;
    expect(boundOutcome({ status: 'accepted', statusUrl }, hideSecrets).status).toBe('failed');
  });
});
