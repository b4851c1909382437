import { jest } from '@jest/globals';
import { TEST_RUN_TIMES } from '@lethe/contracts';
import { localDeadline } from './local-deadline.js';

const CLOCKS = [31_000, 11_000, 0, -11_000, -31_000];
const PAIRS = CLOCKS.flatMap((gateway) => CLOCKS.map((broker) => ({ gateway, broker })));

/**
 * Returns a request that had 25 s and waited for `waitedMs` on the topic. The clocks of gateway and
 * broker are ahead of the local clock by `gateway` and `broker` milliseconds.
 */
function sent(waitedMs: number, { gateway, broker }: { gateway: number; broker: number }) {
  const now = Date.now();
  const request = { deadline: now - waitedMs + gateway + TEST_RUN_TIMES.run };
  const record = {
    headers: { ce_timeleft: String(TEST_RUN_TIMES.run) },
    appendedAt: now - waitedMs + broker,
  };
  const clock = { now: () => Promise.resolve(Date.now() + broker) };
  return { request, record, clock };
}

describe('localDeadline', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each(PAIRS)(
    'does not depend on the clocks of gateway and broker, which are ahead by $gateway and $broker ms',
    async (clocks) => {
      for (const waitedMs of [0, 10_000, 26_000]) {
        const { request, record, clock } = sent(waitedMs, clocks);
        const left = (await localDeadline(request, record, clock)) - Date.now();
        expect(left).toBe(TEST_RUN_TIMES.run - waitedMs);
      }
    },
  );

  it.each([
    ['there is no header with the remaining time', { headers: {} }],
    ['the header with the remaining time is invalid', { headers: { ce_timeleft: '-1e9' } }],
    ['producers set the times of the records', { appendedAt: undefined }],
  ])('returns the deadline of the gateway if %s', async (_, more) => {
    const { request, record, clock } = sent(0, { gateway: 5, broker: 0 });
    const { appendedAt, ...rest } = { ...record, ...more };
    const read = { ...rest, ...(appendedAt === undefined ? {} : { appendedAt }) };
    expect(await localDeadline(request, read, clock)).toBe(request.deadline);
  });

  it('returns the deadline of the gateway if the time of the broker is unknown', async () => {
    const { request, record } = sent(0, { gateway: 5, broker: 0 });
    const clock = { now: () => Promise.resolve(undefined) };
    expect(await localDeadline(request, record, clock)).toBe(request.deadline);
  });
});
