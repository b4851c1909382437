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

/**
 * A fake regulation service with published events. A position is the number of events before it.
 */
class FakeEvents {
  private readonly events: { readonly workspaceId: string; readonly event: WorkspaceEvent }[] = [];
  readonly requests: EventPageCommand[] = [];
  oldest = 0;
  isAway = false;
  pageSize = Infinity;

  publish(workspaceId: string, event: WorkspaceEvent): void {
    this.events.push({ workspaceId, event });
  }

  readonly eventPage = (command: EventPageCommand): Promise<EventPage> => {
    this.requests.push(command);
    if (this.isAway) return Promise.reject(new LetheError('unavailable'));
    const { after = String(this.events.length), until = String(this.events.length) } = command;
    const end = Math.min(Number(until), Number(after) + this.pageSize);
    const isReset = !(Number(after) >= this.oldest);
    const page = isReset ? [] : this.events.slice(Number(after), end);
    const events = page.filter(({ workspaceId }) =>
      command.context.workspaceIds.includes(workspaceId),
    );
    const more = !isReset && end < Number(until);
    return Promise.resolve({ events, next: isReset ? until : String(end), more, isReset });
  };
}

const allValid = (ids: readonly string[]) => Promise.resolve(new Set(ids));

interface Stream {
  readonly answer: IncomingMessage;
  /** Received frames. */
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
      const ended = new Promise<'end' | 'cut'>((finish) => {
        answer.once('end', () => {
          finish('end');
        });
        answer.once('error', () => {
          finish('cut');
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
  it('sends events in frames for EventSource, with a header that switches off the buffers of proxies', async () => {
    const service = new FakeEvents();
    const gateway = await start({
      ...{ commands: service, streamIntervals: SLOW },
      catalog: { findWorkingTokens: allValid },
    });
    service.publish('ws_demo', canceled('before'));
    const stream = await open(gateway);
    expect(stream.answer.statusCode).toBe(200);
    expect(stream.answer.headers).toMatchObject({
      ...{ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
      ...{ 'x-accel-buffering': 'no', connection: 'close' },
    });
    await waitFor(() => stream.frames().length === 1);
    expect(stream.frames()[0]).toMatch(/^retry: [1-4]\d{3}\nid: 1$/);
    service.publish('ws_demo', canceled('a'));
    service.publish('ws_demo', canceled('b'));
    await waitFor(() => stream.frames().length === 3);
    const lines = (id: string) =>
      `event: regulations.canceled\ndata: ${JSON.stringify(canceled(id))}`;
    expect(stream.frames().slice(1).join('\n\n')).toContain(`${lines('a')}\n`);
    expect(stream.frames().at(-1)).toBe(`${lines('b')}\nid: 3`);
  });

  it('sends each workspace only its events, with one poll for all workspaces', async () => {
    const service = new FakeEvents();
    const other = { ...IDENTITIES.viewer, tokenId: 'token-b', workspaceId: 'ws_b' };
    const gateway = await start({
      ...{ commands: service, streamIntervals: SLOW },
      catalog: { findWorkingTokens: allValid },
      authenticator: {
        authenticate: (token) => Promise.resolve(token === 'b' ? other : IDENTITIES.viewer),
      },
    });
    const streams = await Promise.all([
      open(gateway),
      open(gateway),
      open(gateway, { authorization: 'Bearer b' }),
    ]);
    service.publish('ws_demo', canceled('of demo'));
    service.publish('ws_b', canceled('of b'));
    await waitFor(() => streams.every((stream) => stream.events().length === 1));
    expect(streams.map(idsOf)).toEqual([['of demo'], ['of demo'], ['of b']]);
    expect(service.requests.at(-1)!.context.workspaceIds).toEqual(['ws_demo', 'ws_b']);
    for (const { answer } of streams) answer.destroy();
    let before = -1;
    await waitFor(() => {
      const isQuiet = service.requests.length === before; // without listeners, no polls
      before = service.requests.length;
      return isQuiet;
    });
  });

  it('begins with the events that the reader missed, page by page, and continues without gaps and repeats', async () => {
    const service = new FakeEvents();
    const gateway = await start({
      ...{ commands: service, streamIntervals: SLOW },
      catalog: { findWorkingTokens: allValid },
    });
    for (let n = 0; n < 10; n += 1) service.publish('ws_demo', canceled(`n${n}`));
    service.pageSize = 3;
    const stream = await open(gateway, { 'last-event-id': '2' });
    for (let n = 10; n < 30; n += 1) {
      service.publish('ws_demo', canceled(`n${n}`));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await waitFor(() => stream.events().length >= 28);
    expect(idsOf(stream)).toEqual(Array.from({ length: 28 }, (_, n) => `n${n + 2}`));
    expect(stream.lastId()).toBe('30');
    // The reader continues at another gateway at the same position, as after a crash of the first
    // gateway.
    const secondGateway = await start({
      ...{ commands: service, streamIntervals: SLOW },
      catalog: { findWorkingTokens: allValid },
    });
    service.publish('ws_demo', canceled('meanwhile'));
    const again = await open(secondGateway, { 'last-event-id': stream.lastId()! });
    await waitFor(() => again.events().length === 1);
    expect(idsOf(again)).toEqual(['meanwhile']);
  });

  it('ends without newer events if the missed events cannot be read', async () => {
    const service = new FakeEvents();
    const commands = {
      eventPage: (command: EventPageCommand) =>
        command.until === undefined
          ? service.eventPage(command)
          : new Promise<EventPage>((_, reject) => {
              service.publish('ws_demo', canceled('later'));
              void waitFor(() => service.requests.length > requests + 3).then(() => {
                reject(new LetheError('unavailable'));
              });
              const requests = service.requests.length;
            }),
    };
    const gateway = await start({
      ...{ commands, streamIntervals: SLOW },
      catalog: { findWorkingTokens: allValid },
    });
    service.publish('ws_demo', canceled('missed'));
    const stream = await open(gateway, { 'last-event-id': '0' });
    expect(await stream.ended).toBe('end');
    expect(stream.lastId()).toBe('0');
    expect(stream.events()).toEqual([]);
  });

  it('sends reset if the service no longer knows the position of the reader, at the start or later', async () => {
    const service = new FakeEvents();
    const gateway = await start({
      ...{ commands: service, streamIntervals: SLOW },
      catalog: { findWorkingTokens: allValid },
    });
    for (let n = 0; n < 10; n += 1) service.publish('ws_demo', canceled(`n${n}`));
    service.oldest = 5;
    const stream = await open(gateway, { 'last-event-id': 'something else' });
    await waitFor(() => stream.events().length === 1);
    expect(stream.frames().at(-1)).toMatch(/^id: 10\nevent: reset\ndata: \{"type":"reset","at":"/);
    service.publish('ws_demo', canceled('after'));
    await waitFor(() => stream.events().length === 2);
    service.oldest = 1_000; // the database was restored
    await waitFor(() => stream.events().at(-1)?.type === 'reset');
    service.oldest = 0;
  });

  it('ends at the first check after its token became invalid', async () => {
    const service = new FakeEvents();
    const working = new Set(['token-viewer', 'token-admin']);
    const metrics = new Metrics(true);
    const gateway = await start({
      ...{ commands: service, streamIntervals: FAST, metrics },
      catalog: {
        findWorkingTokens: (ids) => Promise.resolve(new Set(ids.filter((id) => working.has(id)))),
      },
    });
    const [valid, revoked] = await Promise.all([
      open(gateway, { authorization: 'Bearer admin' }),
      open(gateway),
    ]);
    working.delete('token-viewer');
    expect(await revoked.ended).toBe('end');
    service.publish('ws_demo', canceled('after'));
    await waitFor(() => valid.events().length === 1);
    expect(revoked.events()).toEqual([]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('lethe_gateway_event_streams_ended_total{reason="token"} 1');
    expect(text).toContain('lethe_gateway_event_streams 1');
  });

  it('stays open while its token cannot be checked, and while the regulation service does not answer', async () => {
    const service = new FakeEvents();
    let checks = 0;
    const gateway = await start({
      ...{ commands: service, streamIntervals: FAST },
      catalog: {
        findWorkingTokens: () => {
          checks += 1;
          return Promise.reject(new LetheError('unavailable'));
        },
      },
    });
    const stream = await open(gateway);
    service.isAway = true;
    const [requests, checked] = [service.requests.length, checks];
    await waitFor(() => service.requests.length > requests + 3 && checks > checked + 3);
    service.publish('ws_demo', canceled('late'));
    service.isAway = false;
    await waitFor(() => stream.events().length === 1);
  });

  it('sends newer positions while its workspace has no events', async () => {
    const service = new FakeEvents();
    const gateway = await start({
      ...{ commands: service, streamIntervals: { ...SLOW, heartbeatMs: 1 } },
      catalog: { findWorkingTokens: allValid },
    });
    const stream = await open(gateway);
    service.publish('ws_other', canceled('of others'));
    await waitFor(() => stream.frames().at(-1) === ':\nid: 1');
    expect(stream.events()).toEqual([]);
  });

  it('is closed if its reader is too slow, and the streams of other readers stay open', async () => {
    const service = new FakeEvents();
    const metrics = new Metrics(true);
    const gateway = await start({
      ...{ commands: service, streamIntervals: SLOW, metrics },
      catalog: { findWorkingTokens: allValid },
    });
    const [slow, fast] = await Promise.all([open(gateway), open(gateway)]);
    slow.answer.pause();
    const reason = 'x'.repeat(200_000); // sockets of the system buffer several MB
    let count = 0;
    await waitFor(async () => {
      service.publish('ws_demo', { ...canceled(String(count)), reason } as WorkspaceEvent);
      count += 1;
      await waitFor(() => fast.events().length === count);
      return (await metrics.registry.metrics()).includes('{reason="slow_reader"} 1');
    });
    slow.answer.resume();
    expect(await slow.ended).toBe('cut');
    expect(idsOf(fast)).toEqual(Array.from({ length: count }, (_, n) => String(n)));
  });

  it('is refused above the limit of a workspace, and does not count as a request in flight', async () => {
    const gateway = await start({
      ...{ commands: new FakeEvents(), streamIntervals: SLOW, maxInFlight: 4 },
      catalog: { findWorkingTokens: allValid },
    });
    // 100 streams are many more than the limit of 4 requests in flight.
    const streams: Stream[] = [];
    for (let n = 0; n < 100; n += 1) streams.push(await open(gateway));
    expect(streams.every(({ answer }) => answer.statusCode === 200)).toBe(true);
    const refused = await send(gateway, PATH);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      ...{ code: 'too_many_requests' },
      message: expect.stringContaining('Too many event streams') as string,
    });
    streams[0]!.answer.destroy();
    await waitFor(async () => {
      const again = await open(gateway);
      return again.answer.statusCode === 200;
    });
  });

  it('is refused without the scope, and while the regulation service does not answer', async () => {
    const service = new FakeEvents();
    service.isAway = true;
    const gateway = await start({
      ...{ commands: service, streamIntervals: SLOW },
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

  it('ends as a complete answer when the gateway stops, so that the shutdown does not wait', async () => {
    const gateway = await start({
      ...{ commands: new FakeEvents(), streamIntervals: SLOW, drainTimeoutMs: 600_000 },
      catalog: { findWorkingTokens: allValid },
    });
    const stream = await open(gateway);
    const closed = gateway.app.close();
    expect(await stream.ended).toBe('end');
    await closed;
  });

  it('causes one log line, and counts as one short request in the metrics', async () => {
    const metrics = new Metrics(true);
    const gateway = await start({
      ...{ commands: new FakeEvents(), streamIntervals: SLOW, metrics },
      catalog: { findWorkingTokens: allValid },
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
