import { judgeAnswer } from './judge-answer.js';
import { quotedReason } from './quoted-reason.js';
import { readRetryAfter } from './read-retry-after.js';

describe('judgeAnswer', () => {
  it('shows the status in the reason, and nothing else of the answer', () => {
    for (let status = 100; status < 1_000; status += 1) {
      if (status >= 200 && status < 300) continue;
      const judged = judgeAnswer('It', { status, headers: { 'retry-after': 'secret' } });
      expect(judged.reason).toMatch(
        new RegExp(`^It answered with status ${String(status)}\\b.*\\.$`),
      );
      expect(judged).not.toHaveProperty('retryAfterMs');
    }
  });
});

describe('readRetryAfter', () => {
  const now = Date.parse('2026-05-01T00:00:00Z');

  it.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['99999999999999999999', 86_400_000],
    ['Fri, 01 May 2026 00:01:00 GMT', 60_000],
    ['Thu, 30 Apr 2026 00:00:00 GMT', 0],
    ['Fri, 01 May 2099 00:00:00 GMT', 86_400_000],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('parses the header %j', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms);
  });
});

describe('quotedReason', () => {
  it('shortens a text to one line of at most 300 characters', () => {
    expect(quotedReason('  on\n legal\u0000\u202e hold\ud800 ')).toBe('on legal hold');
    expect(quotedReason('x'.repeat(1_000_000))).toBe(`${'x'.repeat(300)}…`);
    expect(quotedReason(`${'x'.repeat(299)}😀😀`)).toBe(`${'x'.repeat(299)}…`);
    for (const nothing of ['', ' \n', 7, null, undefined, {}]) {
      expect(quotedReason(nothing)).toBeUndefined();
    }
  });
});
