import type { QueryClient } from '@tanstack/react-query';
import { Store } from '../../lib/store.js';
import { CONSOLE_HEADER } from '../client.js';
import { backoff } from '../query-client.js';
import { reachability } from '../reachability.js';
import { meQuery } from '../session.js';
import { readEvents, type ServerEvent } from './event-stream.js';
import { PacedRefresh } from './paced-refresh.js';

const PATH = '/v2/events/stream';
/** Polling interval while there is no stream. */
const POLL_MS = 10_000;
/** `Live` reconnects if a stream sends nothing for this time, not even a comment. */
const SILENCE_MS = 60_000;

export type LiveState = 'connecting' | 'live' | 'polling';

/**
 * For each prefix of an event type, the first elements of the query keys to refetch. If a page has
 * new queries that events change, add their keys here.
 */
const CONCERNS: readonly (readonly [prefix: string, keys: readonly string[]])[] = [
  ['regulations.', ['regulations', 'users']],
  ['deletions.', ['deletions', 'regulations', 'users']],
  ['destinations.', ['destinations', 'deletions']],
];
/** Keys that are refetched after a gap in the events, and periodically while there is no stream. */
const ALL_KEYS = [...new Set(CONCERNS.flatMap(([, keys]) => keys))];

/**
 * Refetches queries when an event of the workspace concerns them. During a refetch, pages show the
 * old data, so lists keep their scroll position. If the gateway offers no stream, refetches the
 * queries periodically.
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

  /**
   * Adds a listener, for pages that update their rows without a refetch.
   *
   * @returns a function that removes the listener
   */
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
      // The first stream does not repeat older events, so all keys are refetched.
      if (this.lastEventId === undefined) this.refresh.request(ALL_KEYS);
      await readEvents(response.body, { onEvent: (event) => this.take(event), onHeard: heard });
      return 'lost';
    } catch {
      return 'lost'; // a network error or a stopped gateway is temporary
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Opens the stream. On a page without other requests, this request detects an outage or the end
   * of the session.
   */
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
    // A new regulation with destinations creates deletion jobs. A cancel withdraws the user from
    // deletion jobs.
    if (type === 'regulations.canceled' || event.data.includes('"destinationIds"')) {
      this.refresh.request(['deletions']);
    }
    for (const listener of this.eventListeners) listener(event);
  }

  private async poll(signal: AbortSignal): Promise<void> {
    this.state.set('polling');
    // After 30 polls, the caller tries the stream again, because a newer gateway can offer it.
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
