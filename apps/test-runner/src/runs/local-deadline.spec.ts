import { jest } from '@jest/globals';
import { TEST_RUN_TIMES } from '@lethe/contracts';
import { localDeadline } from './local-deadline.js';

const CLOCKS = [31_000, 11_000, 0, -11_000, -31_000];
const PAIRS = CLOCKS.flatMap((gateway) => CLOCKS.map((broker) => ({ gateway, broker })));

/** A run that was sent with 25 s and lay on the topic for a while, its clocks ahead of ours. */
function sent(lay: number, { gateway, broker }: { gateway: number; broker: number }) {
  const now = Date.now();
  const request = { deadline: now - lay + gateway + TEST_RUN_TIMES.run };
  const record = {
    headers: { ce_timeleft: String(TEST_RUN_TIMES.run) },
    appendedAt: now - lay + broker,
  };
  const clock = { now: () => Promise.resolve(Date.now() + broker) };
  return { request, record, clock };
}

describe('what is left of a run', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each(PAIRS)(
    'is what is left, with clocks ahead by $gateway and $broker ms',
    async (clocks) => {
      for (const lay of [0, 10_000, 26_000]) {
        const { request, record, clock } = sent(lay, clocks);
        const left = (await localDeadline(request, record, clock)) - Date.now();
        expect(left).toBe(TEST_RUN_TIMES.run - lay);
      }
    },
  );

  it.each([
    ['no header says what is left', { headers: {} }],
    ['its header is nonsense', { headers: { ce_timeleft: '-1e9' } }],
    ['the topic has the times of its writers', { appendedAt: undefined }],
  ])('is what the gateway says, where %s', async (_, more) => {
    const { request, record, clock } = sent(0, { gateway: 5, broker: 0 });
    const { appendedAt, ...rest } = { ...record, ...more };
    const read = { ...rest, ...(appendedAt === undefined ? {} : { appendedAt }) };
    expect(await localDeadline(request, read, clock)).toBe(request.deadline);
  });

  it('is what the gateway says, where the broker does not tell its time', async () => {
    const { request, record } = sent(0, { gateway: 5, broker: 0 });
    const clock = { now: () => Promise.resolve(undefined) };
    expect(await localDeadline(request, record, clock)).toBe(request.deadline);
  });
});
