import { fakeExchange } from '../../test/fake-exchange.js';
import { LargeAnswers } from './large-answers.js';
import { UnreadAnswers } from './unread-answers.js';

const MIB = 1024 * 1024;
/** A request stops waiting this many milliseconds before its deadline. */
const TIME_TO_WORK_MS = 10_000;
const CONFIG = {
  ...{ LETHE_MAX_UNREAD_BYTES: 32 * MIB, LETHE_ANSWER_GRACE: 30, LETHE_ANSWER_MIN_RATE: 1 },
  ...{ LETHE_LIMIT_BODY_BYTES: 8 * MIB, LETHE_LIMIT_USERS: 10_000 },
};

let unread: UnreadAnswers;
let answers: LargeAnswers;
beforeEach(() => {
  unread = new UnreadAnswers(CONFIG, { refuse: () => undefined });
  answers = new LargeAnswers(CONFIG, unread);
});
afterEach(() => {
  unread.stop();
});

const exchange = (workspaceId: string, bytes = 2 * MIB) => fakeExchange(workspaceId, bytes);
const inOneHour = () => Date.now() + 3_600_000;

describe('LargeAnswers.expectRecords', () => {
  it('stops waiting 10 s before the deadline, and then neither takes a slot nor counts as unread', async () => {
    const first = Array.from({ length: 4 }, () => exchange('a'));
    for (const [request, reply] of first) {
      await answers.expectRecords(request, reply, { users: 1_000, deadline: inOneHour() });
    }
    const [request, reply] = exchange('a');
    const deadline = Date.now() + TIME_TO_WORK_MS + 20;
    await expect(
      answers.expectRecords(request, reply, { users: 1_000, deadline }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    for (const [, { raw }] of first) answers.settle(raw);
    for (const [one, answer] of Array.from({ length: 4 }, () => exchange('a'))) {
      await answers.expectRecords(one, answer, { users: 1_000, deadline: inOneHour() });
    }
  });

  it('counts expected records only up to half of the unread limit, so that other requests are not refused', async () => {
    const largest = Array.from({ length: 4 }, () => exchange('a', 8 * MIB));
    for (const [request, reply] of largest) {
      await answers.expectRecords(request, reply, { users: 10_000, deadline: inOneHour() });
    }
    expect(unread.refusal('a')).toBeUndefined();
    const [request, reply] = exchange('a', 8 * MIB);
    const waiting = answers.expectRecords(request, reply, { users: 10_000, deadline: inOneHour() });
    const [first] = largest;
    unread.enter(...first!, 11 * MIB); // the bytes of the answer replace the expected bytes
    answers.settle(first![1].raw);
    await waiting;
    expect(unread.refusal('a')).toBeUndefined();
  });

  it('does not limit answers with few users', async () => {
    for (let n = 0; n < 20; n += 1) {
      const [request, reply] = exchange('a', 200);
      await answers.expectRecords(request, reply, { users: 3, deadline: inOneHour() });
    }
  });
});
