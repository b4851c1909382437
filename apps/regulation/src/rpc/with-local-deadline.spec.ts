import { jest } from '@jest/globals';
import type { CommandContext } from '@lethe/contracts';
import { assertInTime } from '../record/assert-in-time.js';
import { withLocalDeadline } from './with-local-deadline.js';
import { EventLoopStall } from './event-loop-stall.js';

const contextOf = (deadline: number): CommandContext => {
  return { requestId: 'r', deadline, workspaceId: 'ws', actor: 'a' };
};
const CLOCKS = [31_000, 11_000, 0, -11_000, -31_000];

describe('withLocalDeadline', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each(CLOCKS)('accepts commands of a gateway whose clock is %i ms ahead', (ahead) => {
    const senderDeadline = Date.now() + ahead;
    const create = { context: contextOf(senderDeadline + 30_000), timeLeftMs: 30_000 };
    const { context } = withLocalDeadline(create);
    expect(context.deadline).toBe(Date.now() + 30_000);
    expect(() => {
      assertInTime(context);
    }).not.toThrow();
  });

  it('refuses a command that has no time left, or that waited too long in the socket', () => {
    const context = contextOf(Date.now() + 60_000);
    expect(() => {
      assertInTime(withLocalDeadline({ context, timeLeftMs: -1 }).context);
    }).toThrow();
    expect(() => {
      assertInTime(withLocalDeadline({ context, timeLeftMs: 10_000 }, 10_001).context);
    }).toThrow();
  });

  it('keeps the deadline if a gateway does not send the time left, and removes timeLeftMs', () => {
    const context = contextOf(Date.now() + 7);
    expect(withLocalDeadline({ context })).toEqual({ context });
    expect(Object.keys(withLocalDeadline({ context, timeLeftMs: 1 }))).toEqual(['context']);
  });
});

describe('EventLoopStall', () => {
  it('returns the length of a stall for a second after the stall', () => {
    let now = 0;
    const stall = new EventLoopStall(() => now);
    now += 300;
    expect(stall.lasted()).toBe(0);
    now += 40_000;
    expect(stall.lasted()).toBe(40_000);
    now += 500;
    expect(stall.lasted()).toBe(40_000);
    now += 600;
    expect(stall.lasted()).toBe(0);
  });
});
