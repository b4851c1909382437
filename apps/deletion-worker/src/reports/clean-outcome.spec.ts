import { DELETION_JOB_BOUNDS } from '@lethe/contracts';
import { cleanOutcome } from './clean-outcome.js';

const clean = (text: string) => text.replaceAll('secret', '***');

describe('cleanOutcome', () => {
  it('takes secrets out of every text, and bounds it', () => {
    const cleaned = cleanOutcome(
      {
        status: 'complete',
        record: {
          method: 'm'.repeat(300),
          counts: { keys: 2, wrong: Number.NaN, negative: -1 },
          notes: Array.from({ length: 30 }, () => 'a secret'),
        },
        refused: [{ regulationId: 'r', reason: `${'x'.repeat(600)}secret` }],
      },
      clean,
    );
    if (cleaned.status !== 'complete') throw new Error('another status');
    expect(cleaned.record.method).toHaveLength(200);
    expect(cleaned.record.counts).toEqual({ keys: 2 });
    expect(cleaned.record.notes).toHaveLength(20);
    expect(cleaned.record.notes?.[0]).toBe('a ***');
    expect(cleaned.refused?.[0]?.reason).toHaveLength(500);
    expect(JSON.stringify(cleaned)).not.toContain('secret');
  });

  it.each([
    [Number.NaN, undefined],
    [-1, undefined],
    [Infinity, undefined],
    [1.5, 2],
    [1e15, 86_400_000],
  ])('takes a Retry-After of %d ms for %p', (given, expected) => {
    const outcome = {
      status: 'delayed',
      cause: 'limit',
      reason: 'r',
      retryAfterMs: given,
    } as const;
    expect(cleanOutcome(outcome, clean)).toEqual({
      status: 'delayed',
      cause: 'limit',
      reason: 'r',
      ...(expected === undefined ? {} : { retryAfterMs: expected }),
    });
  });

  it('stores no text that PostgreSQL does not', () => {
    const reason = 'a\u0000b\ud800c';
    expect(cleanOutcome({ status: 'failed', reason }, clean)).toEqual({
      status: 'failed',
      reason: 'ab\ufffdc',
    });
  });

  it('keeps a record within its bytes, whatever characters it is of', () => {
    const notes = Array.from({ length: 20 }, () => '\u2028'.repeat(500));
    const cleaned = cleanOutcome({ status: 'complete', record: { method: 'm', notes } }, clean);
    if (cleaned.status !== 'complete') throw new Error('another status');
    const bytes = Buffer.byteLength(JSON.stringify(cleaned.record));
    expect(bytes).toBeLessThanOrEqual(DELETION_JOB_BOUNDS.recordBytes);
    expect(cleaned.record.notes?.length).toBeGreaterThan(5);
  });

  it('stores no status URL without end', () => {
    const statusUrl = `https://x.example/${'a'.repeat(5_000)}`;
    expect(cleanOutcome({ status: 'accepted', statusUrl }, clean).status).toBe('failed');
  });
});
