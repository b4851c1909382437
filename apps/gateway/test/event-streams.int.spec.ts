import type {
  EventPage,
  EventPageCommand,
  RegulationsCanceledEventDto,
  WorkspaceEvent,
} from '@lethe/api/events';
import { get, type IncomingMessage } from 'node:http';
import { LetheError } from '@lethe/contracts';
import { Metrics } from '@lethe/observability';
import { waitFor } from '@lethe/testing';
import { IDENTITIES, send, useGateways, type GatewayUnderTest } from './gateway-under-test.js';

const start = useGateways();
const PATH = '/v2/events/stream';
const FAST = { pollMs: 1, checkMs: 1, heartbeatMs: 3_600_000 };
const SLOW = { ...FAST, checkMs: 3_600_000 };

function canceled(id: string): RegulationsCanceledEventDto {
  const at = '2026-11-21T08:00:00.000Z';
  return { type: 'regulations.canceled', at, count: 1, firstId: id, lastId: id, ids: [id] };
}

/** A regulation service that remembers what was told; its positions are counts. */
class Told {
  private readonly told: { readonly workspaceId: string; readonly event: WorkspaceEvent }[] = [];
  readonly asked: EventPageCommand[] = [];
  oldest = 0;
  isAway = false;
  most = Infinity;

  tell(workspaceId: string, event: WorkspaceEvent): void {
    this.told.push({ workspaceId, event });
  }

  readonly eventPage = (command: EventPageCommand): Promise<EventPage> => {
    this.asked.push(command);
    if (this.isAway) return Promise.reject(new LetheError('unavailable'));
    const { after = String(this.told.length), until = String(this.told.length) } = command;
    const end = Math.min(Number(until), Number(after) + this.most);
    const isReset = !(Number(after) >= this.oldest);
    const page = isReset ? [] : this.told.slice(Number(after), end);
    const events = page.filter(({ workspaceId }) =>
      command.context.workspaceIds.includes(workspaceId),
    );
    const more = !isReset && end < Number(until);
    return Promise.resolve({ events, next: isReset ? until : String(end), more, isReset });
  };
}

const allWork = (ids: readonly string[]) => Promise.resolve(new Set(ids));

interface Stream {
  readonly answer: IncomingMessage;
  /** What came, in frames. */
  frames(): string[];
  events(): Record<string, unknown>[];
  lastId(): string | undefined;
  readonly ended: Promise<'end' | 'cut'>;
}

const opened: IncomingMessage[] = [];
afterEach(() => {
  for (const answer of opened.splice(0)) answer.destroy();
});

function open(
  { url }: Pick<GatewayUnderTest, 'url'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const options = { headers: { authorization: 'Bearer viewer', ...headers } };
    get(`${url}${PATH}`, options, (answer) => {
      opened.push(answer);
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      const frames = () => text.split('\n\n').slice(0, -1);
      const ended = new Promise<'end' | 'cut'>((over) => {
        answer.once('end', () => {
          over('end');
        });
        answer.once('error', () => {
          over('cut');
        });
      });
      resolve({
        ...{ answer, frames, ended },
        events: () =>
          frames().flatMap((frame) => {
            const data = /^data: (.*)$/m.exec(frame)?.[1];
            return data === undefined ? [] : [JSON.parse(data) as Record<string, unknown>];
          }),
        lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1],
      });
    }).once('error', reject);
  });
}

const idsOf = (stream: Stream) => stream.events().map(({ firstId }) => firstId);

describe('a stream of events', () => {
  it('tells what happens, in frames that EventSource reads, through proxies that would wait', async () => {
    const told = new Told();
    const gateway = await start({
      ...{ commands: told, streamPace: SLOW },
      catalog: { findWorkingTokens: allWork },
    });
    told.tell('ws_demo', canceled('before'));
    const stream = await open(gateway);
    expect(stream.answer.statusCode).toBe(200);
    expect(stream.answer.headers).toMatchObject({
      ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      ...{ 'x-accel-buffering': 'no', connection: 'close' },
    });
    await waitFor(() => stream.frames().length === 1);
    expect(stream.frames()[0]).toMatch(/^retry: [1-4]\d{3}\nid: 1$/);
    told.tell('ws_demo', canceled('a'));
    told.tell('ws_demo', canceled('b'));
    await waitFor(() => stream.frames().length === 3);
    const lines = (id: string) =>
      `event: regulations.canceled\ndata: ${JSON.stringify(canceled(id))}`;
    expect(stream.frames().slice(1).join('\n\n')).toContain(`${lines('a')}\n`);
    expect(stream.frames().at(-1)).toBe(`${lines('b')}\nid: 3`);
  });

  it('tells each workspace its own, with one question for all of them', async () => {
    const told = new Told();
    const other = { ...IDENTITIES.viewer, tokenId: 'token-b', workspaceId: 'ws_b' };
    const gateway = await start({
      ...{ commands: told, streamPace: SLOW },
      catalog: { findWorkingTokens: allWork },
      authenticator: {
        authenticate: (token) => Promise.resolve(token === 'b' ? other : IDENTITIES.viewer),
      },
    });
    const streams = await Promise.all([
      open(gateway),
      open(gateway),
      open(gateway, { authorization: 'Bearer b' }),
    ]);
    told.tell('ws_demo', canceled('of demo'));
    told.tell('ws_b', canceled('of b'));
    await waitFor(() => streams.every((stream) => stream.events().length === 1));
    expect(streams.map(idsOf)).toEqual([['of demo'], ['of demo'], ['of b']]);
    expect(told.asked.at(-1)!.context.workspaceIds).toEqual(['ws_demo', 'ws_b']);
    for (const { answer } of streams) answer.destroy();
    let before = -1;
    await waitFor(() => {
      const isQuiet = told.asked.length === before; // nobody listens, nobody asks
      before = told.asked.length;
      return isQuiet;
    });
  });

  it('begins with what was missed, page by page, and goes on without a gap or a repeat', async () => {
    const told = new Told();
    const gateway = await start({
      ...{ commands: told, streamPace: SLOW },
      catalog: { findWorkingTokens: allWork },
    });
    for (let n = 0; n < 10; n += 1) told.tell('ws_demo', canceled(`n${n}`));
    told.most = 3;
    const stream = await open(gateway, { 'last-event-id': '2' });
    for (let n = 10; n < 30; n += 1) {
      told.tell('ws_demo', canceled(`n${n}`));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await waitFor(() => stream.events().length >= 28);
    expect(idsOf(stream)).toEqual(Array.from({ length: 28 }, (_, n) => `n${n + 2}`));
    expect(stream.lastId()).toBe('30');
    // As after its gateway was killed: another one goes on at the same place.
    const another = await start({
      ...{ commands: told, streamPace: SLOW },
      catalog: { findWorkingTokens: allWork },
    });
    told.tell('ws_demo', canceled('meanwhile'));
    const again = await open(another, { 'last-event-id': stream.lastId()! });
    await waitFor(() => again.events().length === 1);
    expect(idsOf(again)).toEqual(['meanwhile']);
  });

  it('tells nothing of later where what was missed could not be read', async () => {
    const told = new Told();
    const commands = {
      eventPage: (command: EventPageCommand) =>
        command.until === undefined
          ? told.eventPage(command)
          : new Promise<EventPage>((_, reject) => {
              told.tell('ws_demo', canceled('later'));
              void waitFor(() => told.asked.length > asked + 3).then(() => {
                reject(new LetheError('unavailable'));
              });
              const asked = told.asked.length;
            }),
    };
    const gateway = await start({
      ...{ commands, streamPace: SLOW },
      catalog: { findWorkingTokens: allWork },
    });
    told.tell('ws_demo', canceled('missed'));
    const stream = await open(gateway, { 'last-event-id': '0' });
    expect(await stream.ended).toBe('end');
    expect(stream.lastId()).toBe('0');
    expect(stream.events()).toEqual([]);
  });

  it('says reset where that is not known any more, also in the middle', async () => {
    const told = new Told();
    const gateway = await start({
      ...{ commands: told, streamPace: SLOW },
      catalog: { findWorkingTokens: allWork },
    });
    for (let n = 0; n < 10; n += 1) told.tell('ws_demo', canceled(`n${n}`));
    told.oldest = 5;
    const stream = await open(gateway, { 'last-event-id': 'something else' });
    await waitFor(() => stream.events().length === 1);
    expect(stream.frames().at(-1)).toMatch(/^id: 10\nevent: reset\ndata: \{"type":"reset","at":"/);
    told.tell('ws_demo', canceled('after'));
    await waitFor(() => stream.events().length === 2);
    told.oldest = 1_000; // the database was restored
    await waitFor(() => stream.events().at(-1)?.type === 'reset');
    told.oldest = 0;
  });

  it('ends within a look when its token works no more', async () => {
    const told = new Told();
    const working = new Set(['token-viewer', 'token-admin']);
    const metrics = new Metrics(true);
    const gateway = await start({
      ...{ commands: told, streamPace: FAST, metrics },
      catalog: {
        findWorkingTokens: (ids) => Promise.resolve(new Set(ids.filter((id) => working.has(id)))),
      },
    });
    const [stays, goes] = await Promise.all([
      open(gateway, { authorization: 'Bearer admin' }),
      open(gateway),
    ]);
    working.delete('token-viewer');
    expect(await goes.ended).toBe('end');
    told.tell('ws_demo', canceled('after'));
    await waitFor(() => stays.events().length === 1);
    expect(goes.events()).toEqual([]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('lethe_gateway_event_streams_ended_total{reason="token"} 1');
    expect(text).toContain('lethe_gateway_event_streams 1');
  });

  it('goes on while it cannot be told whether its token works, and while the service is away', async () => {
    const told = new Told();
    let looks = 0;
    const gateway = await start({
      ...{ commands: told, streamPace: FAST },
      catalog: {
        findWorkingTokens: () => {
          looks += 1;
          return Promise.reject(new LetheError('unavailable'));
        },
      },
    });
    const stream = await open(gateway);
    told.isAway = true;
    const [asked, looked] = [told.asked.length, looks];
    await waitFor(() => told.asked.length > asked + 3 && looks > looked + 3);
    told.tell('ws_demo', canceled('late'));
    told.isAway = false;
    await waitFor(() => stream.events().length === 1);
  });

  it('moves the position while nothing happens', async () => {
    const told = new Told();
    const gateway = await start({
      ...{ commands: told, streamPace: { ...SLOW, heartbeatMs: 1 } },
      catalog: { findWorkingTokens: allWork },
    });
    const stream = await open(gateway);
    told.tell('ws_other', canceled('of others'));
    await waitFor(() => stream.frames().at(-1) === ':\nid: 1');
    expect(stream.events()).toEqual([]);
  });

  it('is taken from a reader who is too slow, and from no other', async () => {
    const told = new Told();
    const metrics = new Metrics(true);
    const gateway = await start({
      ...{ commands: told, streamPace: SLOW, metrics },
      catalog: { findWorkingTokens: allWork },
    });
    const [slow, fast] = await Promise.all([open(gateway), open(gateway)]);
    slow.answer.pause();
    const reason = 'x'.repeat(200_000); // what waits in the sockets of the system is several MB
    let count = 0;
    await waitFor(async () => {
      told.tell('ws_demo', { ...canceled(String(count)), reason } as WorkspaceEvent);
      count += 1;
      await waitFor(() => fast.events().length === count);
      return (await metrics.registry.metrics()).includes('{reason="slow_reader"} 1');
    });
    slow.answer.resume();
    expect(await slow.ended).toBe('cut');
    expect(idsOf(fast)).toEqual(Array.from({ length: count }, (_, n) => String(n)));
  });

  it('is refused beyond as many as a workspace may have, and not before', async () => {
    const gateway = await start({
      ...{ commands: new Told(), streamPace: SLOW, maxInFlight: 4 },
      catalog: { findWorkingTokens: allWork },
    });
    // Many more than requests may be in flight: a stream is none of them.
    const streams: Stream[] = [];
    for (let n = 0; n < 100; n += 1) streams.push(await open(gateway));
    expect(streams.every(({ answer }) => answer.statusCode === 200)).toBe(true);
    const refused = await send(gateway, PATH);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      ...{ code: 'too_many_requests' },
      message: expect.stringContaining('Too many streams') as string,
    });
    streams[0]!.answer.destroy();
    await waitFor(async () => {
      const again = await open(gateway);
      return again.answer.statusCode === 200;
    });
  });

  it('is refused without the scope, and while nobody knows what happens', async () => {
    const told = new Told();
    told.isAway = true;
    const gateway = await start({
      ...{ commands: told, streamPace: SLOW },
      authenticator: {
        authenticate: (token) =>
          Promise.resolve({
            ...IDENTITIES.viewer,
            scopes: token === 'none' ? ['catalog:read'] : ['regulations:read'],
          }),
      },
    });
    const without = await send(gateway, PATH, { headers: { authorization: 'Bearer none' } });
    expect(without.status).toBe(403);
    const away = await send(gateway, PATH);
    expect(away.status).toBe(503);
    expect(away.headers.get('retry-after')).not.toBeNull();
    expect((await send(gateway, `${PATH}?from=1`)).status).toBe(400);
    expect((await send(gateway, PATH, { method: 'HEAD' })).status).toBe(200);
  });

  it('ends as an answer does when the gateway stops, which waits for nothing else', async () => {
    const gateway = await start({
      ...{ commands: new Told(), streamPace: SLOW, drainTimeoutMs: 600_000 },
      catalog: { findWorkingTokens: allWork },
    });
    const stream = await open(gateway);
    const closed = gateway.app.close();
    expect(await stream.ended).toBe('end');
    await closed;
  });

  it('is one line of the log and one short request in the metrics', async () => {
    const metrics = new Metrics(true);
    const gateway = await start({
      ...{ commands: new Told(), streamPace: SLOW, metrics },
      catalog: { findWorkingTokens: allWork },
    });
    const { answer } = await open(gateway);
    answer.destroy();
    await waitFor(() => gateway.logged.some(({ route }) => route === PATH));
    const lines = gateway.logged.filter(({ route }) => route === PATH);
    expect(lines).toEqual([expect.objectContaining({ status: 200, actor: 'demo viewer' })]);
    expect(lines[0]).not.toHaveProperty('aborted');
    expect(await metrics.registry.metrics()).toMatch(
      /request_duration_seconds_count\{[^}]*route="\/v2\/events\/stream",http_response_status_code="200"\} 1/,
    );
  });
});
