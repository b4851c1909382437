import { fakeExchange } from '../../test/fake-exchange.js';
import { ExpectedAnswers } from './expected-answers.js';
import { UnreadAnswers } from './unread-answers.js';

const MIB = 1024 * 1024;
/** Ten seconds before a deadline nobody begins any more. */
const TIME_TO_WORK_MS = 10_000;
const CONFIG = {
  ...{ LETHE_MAX_UNREAD_BYTES: 32 * MIB, LETHE_ANSWER_GRACE: 30, LETHE_ANSWER_MIN_RATE: 1 },
  ...{ LETHE_LIMIT_BODY_BYTES: 8 * MIB, LETHE_LIMIT_USERS: 10_000 },
};

let unread: UnreadAnswers;
let answers: ExpectedAnswers;
beforeEach(() => {
  unread = new UnreadAnswers(CONFIG, { refuse: () => undefined });
  answers = new ExpectedAnswers(CONFIG, unread);
});
afterEach(() => {
  unread.stop();
});

const exchange = (workspaceId: string) =>
  fakeExchange(workspaceId, { 'content-length': String(2 * MIB) });
const inTime = () => Date.now() + 3_600_000;

describe('records of what is created', () => {
  it('wait no longer than leaves time to create something, and cost nothing then', async () => {
    const first = Array.from({ length: 4 }, () => exchange('a'));
    for (const [request, reply] of first) {
      await answers.expectRecords(request, reply, { users: 1_000, deadline: inTime() });
    }
    const [request, reply] = exchange('a');
    const deadline = Date.now() + TIME_TO_WORK_MS + 20;
    await expect(
      answers.expectRecords(request, reply, { users: 1_000, deadline }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    for (const [, { raw }] of first) answers.settle(raw);
    for (const [one, answer] of Array.from({ length: 4 }, () => exchange('a'))) {
      await answers.expectRecords(one, answer, { users: 1_000, deadline: inTime() });
    }
  });

  it('count for a quarter each at most, so that those of four are not refused what else they ask', async () => {
    for (const [request, reply] of Array.from({ length: 3 }, () => exchange('a'))) {
      await answers.expectRecords(request, reply, { users: 1_000_000, deadline: inTime() });
    }
    expect(unread.refusal('a')).toBeUndefined();
  });

  it('of a few users are expected by nobody', async () => {
    for (let n = 0; n < 20; n += 1) {
      const [request, reply] = exchange('a');
      request.headers['content-length'] = '200';
      await answers.expectRecords(request, reply, { users: 3, deadline: inTime() });
    }
  });
});
