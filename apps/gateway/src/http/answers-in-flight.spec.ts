import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AnswersInFlight } from './answers-in-flight.js';

const MIB = 1024 * 1024;
/** Ten seconds before a deadline nobody begins any more. */
const TIME_TO_WORK_MS = 10_000;

let answers: AnswersInFlight;
beforeEach(() => {
  answers = new AnswersInFlight(
    {
      ...{ LETHE_MAX_UNREAD_BYTES: 32 * MIB, LETHE_ANSWER_GRACE: 30, LETHE_ANSWER_MIN_RATE: 1 },
      ...{ LETHE_LIMIT_BODY_BYTES: 8 * MIB, LETHE_LIMIT_USERS: 10_000 },
    },
    { refuse: () => undefined, hold: (_request, wait) => wait() },
  );
});
afterEach(() => {
  answers.stop();
});

/** What is asked of a request and its answer. */
function exchange(workspaceId: string): [FastifyRequest, FastifyReply] {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  return [
    {
      raw: { socket },
      identity: { workspaceId },
      headers: { 'content-length': String(2 * MIB) },
    } as unknown as FastifyRequest,
    { raw: Object.assign(new EventEmitter(), { closed: false }) } as unknown as FastifyReply,
  ];
}

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
    expect(answers.refusal('a')).toBeUndefined();
  });

  it('of a few users are expected by nobody', async () => {
    for (let n = 0; n < 20; n += 1) {
      const [request, reply] = exchange('a');
      request.headers['content-length'] = '200';
      await answers.expectRecords(request, reply, { users: 3, deadline: inTime() });
    }
  });
});

describe('pages of the feed', () => {
  const read = (workspace: string, dataPlaneId: string, deadline: number, page: Promise<string>) =>
    answers.readFeedPage(exchange(workspace), { dataPlaneId, deadline }, () => page);

  it('are read four at a time for a data plane; one that waits gives up at its deadline, and others have theirs', async () => {
    let letGo!: (page: string) => void;
    const held = new Promise<string>((resolve) => (letGo = resolve));
    const reading = Array.from({ length: 4 }, () => read('a', 'plane-a', inTime(), held));
    await expect(read('a', 'plane-a', Date.now() + 20, held)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await read('b', 'plane-b', inTime(), Promise.resolve('page of b'))).toBe('page of b');
    const waiting = read('a', 'plane-a', inTime(), held);
    letGo('page');
    expect(await Promise.all([...reading, waiting])).toEqual(Array(5).fill('page'));
  });
});
