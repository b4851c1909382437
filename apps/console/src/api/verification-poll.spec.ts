import { verificationPollMs } from './verification-poll.js';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const ended = { status: 'found', dueAt: at(-9), checkedAt: at(-5) } as const;

describe('the console asks for the answer of a verification', () => {
  it.each([
    ['never without a verification', undefined, false],
    ['never after the last one', ended, false],
    ['soon while one runs', { status: 'running', dueAt: at(-60) } as const, 3_000],
    ['soon while one is tried again', { status: 'failed', dueAt: at(-600) } as const, 3_000],
    ['when it is due', { status: 'pending', dueAt: at(600) } as const, 543_000],
    ['soon if another is due', { ...ended, nextCheckAt: at(0) }, 3_000],
    ['in an hour if another is due in days', { ...ended, nextCheckAt: at(600_000) }, 3_600_000],
  ])('%s', (_when, verification, ms) => {
    const deletion = verification === undefined ? {} : { verification };
    expect(verificationPollMs([{}, deletion], NOW)).toBe(ms);
  });
});
