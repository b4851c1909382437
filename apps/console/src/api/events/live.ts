import type { QueryClient } from '@tanstack/react-query';
import { Store } from '../../lib/store.js';
import { CONSOLE_HEADER } from '../client.js';
import { backoff } from '../query-client.js';
import { reachability } from '../reachability.js';
import { meQuery } from '../session.js';
import { readEvents, type ServerEvent } from './event-stream.js';
import { PacedRefresh } from './paced-refresh.js';

const PATH = '/v2/events/stream';
/** How often lists are asked for where there is no stream. */
const POLL_MS = 10_000;
/** How long a stream may say nothing, comments included, before it is taken for lost. */
const SILENCE_MS = 60_000;

export type LiveState = 'connecting' | 'live' | 'polling';

/** Which queries an event concerns, by the first element of their keys. A page that shows more adds its own here. */
const CONCERNS: readonly (readonly [prefix: string, keys: readonly string[]])[] = [
  ['regulations.', ['regulations', 'users']],
  ['deletions.', ['deletions', 'regulations', 'users']],
  ['destinations.', ['destinations', 'deletions']],
];
/** What is asked for anew after a gap, and from time to time where there is no stream. */
const ALL_KEYS = [...new Set(CONCERNS.flatMap(([, keys]) => keys))];

/**
 * What happens in the workspace, as it happens. Queries that an event concerns are asked for again in place, so lists keep their rows and
 * their scroll. Where the gateway has no stream, or refuses it, they are asked for from time to time.
 */
export class Live {
  readonly state = new Store<LiveState>('connecting');
  private lastEventId: string | undefined;
  private stopping: AbortController | undefined;
  private readonly eventListeners = new Set<(event: ServerEvent) => void>();
  private readonly refresh: PacedRefresh;

  constructor(private readonly queries: QueryClient) {
    this.refresh = new PacedRefresh(queries);
  }

  /** For pages that patch what they show, rather than have it asked for again. */
  onEvent(listener: (event: ServerEvent) => void): () => void {
    this.eventListeners.add(listener);
    return () => {
      this.eventListeners.delete(listener);
    };
  }

  start(): void {
    const stopping = new AbortController();
    this.stopping?.abort();
    this.stopping = stopping;
    void this.run(stopping.signal);
  }

  stop(): void {
    this.stopping?.abort();
    this.stopping = undefined;
    this.refresh.stop();
  }

  private async run(signal: AbortSignal): Promise<void> {
    const isOver = () => signal.aborted;
    for (let failures = 0; !isOver(); failures += 1) {
      const outcome = await this.listen(signal, () => {
        failures = 0;
      });
      if (isOver()) return;
      if (outcome === 'refused') {
        await this.poll(signal);
        continue;
      }
      this.state.set('connecting');
      await pause(backoff(failures), signal);
    }
  }

  private async listen(signal: AbortSignal, onOpen: () => void): Promise<'lost' | 'refused'> {
    const silence = new AbortController();
    let timer = setTimeout(() => undefined, 0);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
    };
    try {
      heard();
      const response = await this.open(AbortSignal.any([signal, silence.signal]));
      if (response.status >= 400 && response.status < 500 && response.status !== 429) {
        return 'refused';
      }
      if (!response.ok || response.body === null) return 'lost';
      onOpen();
      this.state.set('live');
      // What happened before the first event of a first stream is not told.
      if (this.lastEventId === undefined) this.refresh.request(ALL_KEYS);
      await readEvents(response.body, { onEvent: (event) => this.take(event), onHeard: heard });
      return 'lost';
    } catch {
      return 'lost'; // the network, or the end of a gateway; both come again
    } finally {
      clearTimeout(timer);
    }
  }

  /** Who only reads hears of it here, when nobody answers any more, or the session has ended. */
  private async open(signal: AbortSignal): Promise<Response> {
    try {
      const response = await fetch(PATH, {
        credentials: 'same-origin',
        cache: 'no-store',
        headers: {
          ...CONSOLE_HEADER,
          Accept: 'text/event-stream',
          ...(this.lastEventId === undefined ? {} : { 'Last-Event-ID': this.lastEventId }),
        },
        signal,
      });
      if (response.status === 401) void this.queries.invalidateQueries(meQuery);
      return response;
    } catch (error) {
      if (!signal.aborted) reachability.set(false);
      throw error;
    }
  }

  private take(event: ServerEvent): void {
    const { event: type = 'message' } = event;
    if (event.id !== undefined) this.lastEventId = event.id;
    if (type === 'reset') {
      this.refresh.request(ALL_KEYS);
      return;
    }
    for (const [prefix, keys] of CONCERNS) {
      if (type.startsWith(prefix)) this.refresh.request(keys);
    }
    // Orders make jobs, and a cancel takes its user out of them.
    if (type === 'regulations.canceled' || event.data.includes('"destinationIds"')) {
      this.refresh.request(['deletions']);
    }
    for (const listener of this.eventListeners) listener(event);
  }

  private async poll(signal: AbortSignal): Promise<void> {
    this.state.set('polling');
    // A stream may be there after an upgrade: it is asked for again after a while.
    for (let n = 0; n < 30 && !signal.aborted; n += 1) {
      await pause(POLL_MS, signal);
      this.refresh.request(ALL_KEYS);
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
