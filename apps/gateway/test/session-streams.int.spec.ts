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
    streamPace: { pollMs: 10, checkMs: 10, heartbeatMs: 10 },
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
  heard(): number;
}

/** @returns a stream of events that was asked for with a cookie, or with the token */
function follow(headers: Readonly<Record<string, string>>): Promise<Stream> {
  return new Promise((resolve, reject) => {
    get(new URL('/v2/events/stream', gateway.url), { headers }, (answer) => {
      opened.push(answer);
      let [heard, isOver] = [0, false];
      answer.on('data', () => (heard += 1)).on('end', () => (isOver = true));
      expect(answer.statusCode).toBe(200);
      resolve({ hasEnded: () => isOver, heard: () => heard });
    }).once('error', reject);
  });
}

describe('a stream of events that a page of the console has open', () => {
  it.each([
    [
      'somebody signs out',
      (cookie: string) =>
        sendAs(gateway.url, '/console/session', {
          ...{ method: 'DELETE', headers: { ...OWN_PAGE, cookie } },
        }),
    ],
    [
      'nothing else was asked for 8 hours',
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
  ])('ends when %s, and no other one does', async (_when, end) => {
    const another = await follow({ ...OWN_PAGE, cookie: await signIn() });
    const ofToken = await follow({ authorization: `Bearer ${TOKEN}` });
    const cookie = await signIn();
    const own = await follow({ ...OWN_PAGE, cookie });
    const heard = own.heard();
    await waitFor(() => own.heard() > heard + 3);
    await end(cookie);
    await waitFor(() => own.hasEnded());
    const before = [another.heard(), ofToken.heard()];
    await waitFor(() => another.heard() > (before[0] ?? 0) && ofToken.heard() > (before[1] ?? 0));
    expect([another.hasEnded(), ofToken.hasEnded()]).toEqual([false, false]);
  });
});
