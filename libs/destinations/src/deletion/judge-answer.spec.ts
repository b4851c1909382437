import { EgressRefusedError } from '@lethe/egress';
import { denied } from './denial-in-body.js';
import { judgeAnswer } from './judge-answer.js';
import { judgeNoAnswer } from './judge-no-answer.js';
import { quotedReason } from './quoted-reason.js';
import { readRetryAfter } from './read-retry-after.js';
import { VERIFICATION } from './task-words.js';

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

describe('the reasons of a verification', () => {
  it('use its words, and never those of a deletion', () => {
    const statuses = Array.from({ length: 600 }, (_, status) => status);
    const reasons = [
      ...statuses.map((status) => judgeAnswer('It', { status, headers: {} }, VERIFICATION)),
      ...[1, 2].map((users) => denied('It', 200, 'failure', users, VERIFICATION)),
      denied('It', 200, 'page', 1, VERIFICATION),
      judgeNoAnswer('It', new EgressRefusedError('refused: why'), VERIFICATION),
    ].map(({ reason }) => reason);
    for (const reason of reasons) expect(reason).not.toMatch(/delet|retry/i);
    expect(new Set(reasons.filter((reason) => reason.includes('verification'))).size).toBe(8);
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
