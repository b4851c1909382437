import { get, type IncomingMessage } from 'node:http';
import { waitFor } from '@lethe/testing';
import { cookieOf, OWN_PAGE, sendAs } from './console-requests.js';
import { useGatewayOnDatabase } from './gateway-on-database.js';

const TOKEN = 'lth_owner_0123456789abcdefghijkl';
const gateway = useGatewayOnDatabase(
  {
    workspaces: [
      {
        ...{ id: 'ws_a', name: 'A' },
        tokens: [{ name: 'owner', email: 'o@example.com', token: TOKEN, role: 'owner' }],
      },
    ],
  },
  {
    commands: {
      eventPage: () => Promise.resolve({ events: [], next: '1', more: false, isReset: false }),
    },
    streamIntervals: { pollMs: 10, checkMs: 10, heartbeatMs: 10 },
  },
);

const signIn = async () =>
  cookieOf(
    await sendAs(gateway.url, '/console/session', {
      ...{ method: 'POST', headers: OWN_PAGE, body: { token: TOKEN } },
    }),
  );

const opened: IncomingMessage[] = [];
afterEach(() => {
  for (const answer of opened.splice(0)) answer.destroy();
});

interface Stream {
  hasEnded(): boolean;
  frames(): number;
}

/** Opens an event stream, with a cookie or with the token. */
function follow(headers: Readonly<Record<string, string>>): Promise<Stream> {
  return new Promise((resolve, reject) => {
    get(new URL('/v2/events/stream', gateway.url), { headers }, (answer) => {
      opened.push(answer);
      let [frames, isOver] = [0, false];
      answer.on('data', () => (frames += 1)).on('end', () => (isOver = true));
      expect(answer.statusCode).toBe(200);
      resolve({ hasEnded: () => isOver, frames: () => frames });
    }).once('error', reject);
  });
}

describe('a stream of events of an open console page', () => {
  it.each([
    [
      'the person signs out',
      (cookie: string) =>
        sendAs(gateway.url, '/console/session', {
          ...{ method: 'DELETE', headers: { ...OWN_PAGE, cookie } },
        }),
    ],
    [
      'there was no other request for 8 hours',
      () =>
        gateway.connection.query(
          `update catalog.sessions set last_used_at = now() - interval '8 h'
            where hash = (select hash from catalog.sessions order by created_at desc limit 1)`,
        ),
    ],
    [
      'its session is a day old',
      () =>
        gateway.connection.query(
          `update catalog.sessions set expires_at = now()
            where hash = (select hash from catalog.sessions order by created_at desc limit 1)`,
        ),
    ],
  ])('ends when %s, and streams of other sessions do not', async (_when, end) => {
    const otherSession = await follow({ ...OWN_PAGE, cookie: await signIn() });
    const ofToken = await follow({ authorization: `Bearer ${TOKEN}` });
    const cookie = await signIn();
    const own = await follow({ ...OWN_PAGE, cookie });
    const frames = own.frames();
    await waitFor(() => own.frames() > frames + 3);
    await end(cookie);
    await waitFor(() => own.hasEnded());
    const others = [otherSession, ofToken];
    const before = others.map((stream) => stream.frames());
    await waitFor(() => others.every((stream, n) => stream.frames() > (before[n] ?? 0)));
    expect(others.map((stream) => stream.hasEnded())).toEqual([false, false]);
  });
});
