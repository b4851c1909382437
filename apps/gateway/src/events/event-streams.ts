import { EVENTS_SCOPE, type EventCommands, type WorkspaceEvent } from '@lethe/api/events';
import type { TokenIdentity } from '@lethe/catalog';
import { FIXED_LIMITS, LetheError, type Scope } from '@lethe/contracts';
import { describeError, type Logger, type Metrics } from '@lethe/observability';
import { LogThrottle, Tally } from '@lethe/resilience';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { GATEWAY } from '../operations/controller-of.js';
import { EventFollower, type EventListener } from './event-follower.js';
import { eventsFrame, SseStream, heartbeatFrame, openingFrame, resetFrame } from './sse-stream.js';
import { StreamMetrics } from './stream-metrics.js';

/** Finds the tokens that are still valid, and the sessions of the console that are still open. */
export interface ReaderChecks {
  findWorkingTokens(tokenIds: readonly string[], scope: Scope): Promise<ReadonlySet<string>>;
  findOpenSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Caller that reads a stream. */
export interface StreamReader {
  readonly identity: TokenIdentity;
  /** Id of the session; absent if the request was sent with a token. */
  readonly sessionId: string | undefined;
}

/** Intervals in milliseconds. */
export interface StreamIntervals {
  /** Time between two polls for events. */
  readonly pollMs: number;
  /** Time between two checks of tokens and sessions. */
  readonly checkMs: number;
  readonly heartbeatMs: number;
}

const DEFAULT_INTERVALS: StreamIntervals = { pollMs: 500, checkMs: 2_000, heartbeatMs: 15_000 };
/**
 * Milliseconds until a reader reconnects. The time is random, so that the readers of a gateway that
 * stops do not all reconnect at the same time.
 */
const RETRY_MS = { least: 1_000, spread: 3_000 };

export interface EventStreamsOptions {
  readonly commands: Pick<EventCommands, 'eventPage'>;
  readonly catalog: ReaderChecks;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Default: `DEFAULT_INTERVALS`. */
  readonly streamIntervals?: StreamIntervals;
}

interface OpenStream extends EventListener, StreamReader {
  readonly stream: SseStream;
  position: string;
}

/**
 * Open event streams of this gateway. Their number is limited for each workspace and in total. A
 * stream ends when its token is no longer valid or its session ends.
 */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<OpenStream>();
  private readonly ofWorkspace = new Tally<string>();
  private readonly follower: EventFollower;
  private readonly counted: StreamMetrics;
  private readonly failures = new LogThrottle();
  private readonly intervals: StreamIntervals;
  private timers: NodeJS.Timeout[] = [];
  private readonly stopping = new AbortController();
  /** The last frame of events. Listeners of the same workspace share this frame. */
  private last: { readonly events: readonly WorkspaceEvent[]; readonly frame: Buffer } | undefined;

  constructor(@Inject(GATEWAY) private readonly options: EventStreamsOptions) {
    this.intervals = options.streamIntervals ?? DEFAULT_INTERVALS;
    this.follower = new EventFollower(options, this.intervals.pollMs);
    this.counted = new StreamMetrics(options.metrics, () => this.open.size);
  }

  /**
   * @param lastEventId last position that the caller received; absent for new events only
   * @returns the stream, with all events that are committed after it began
   * @throws LetheError `too_many_requests`, `unavailable`
   */
  async start(reader: StreamReader, lastEventId: string | undefined): Promise<SseStream> {
    const stream = new SseStream(() => {
      this.counted.end('slow_reader');
    });
    if (this.stopping.signal.aborted) {
      stream.finish(); // the reader reconnects, to another gateway
      return stream;
    }
    const listener = this.enter(reader, stream);
    stream.once('close', () => {
      this.leave(listener);
    });
    try {
      const position = await this.follower.join(listener);
      listener.position = position;
      // If the gateway began to stop during the join, the stream is already ended.
      void this.begin(listener, position, lastEventId);
      return stream;
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  /** Ends all streams as complete answers, because the shutdown waits for their connections. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
    for (const { stream } of this.open) this.end(stream, 'stopping');
  }

  /** Writes the events that the reader missed, then new events. */
  private async begin(
    { workspaceId, stream }: OpenStream,
    until: string,
    lastEventId: string | undefined,
  ): Promise<void> {
    const retryMs = Math.round(RETRY_MS.least + Math.random() * RETRY_MS.spread);
    await stream.writeBefore(openingFrame(lastEventId ?? until, retryMs));
    try {
      for (let after = lastEventId; after !== undefined && stream.isWanted;) {
        const page = await this.options.commands.eventPage({
          context: {
            ...{ requestId: 'events', deadline: Date.now() + 10_000 },
            workspaceIds: [workspaceId],
          },
          ...{ after, until },
        });
        const events = page.events.map(({ event }) => event);
        this.counted.send(events);
        if (page.isReset) await stream.writeBefore(resetFrame(until, new Date().toISOString()));
        else if (events.length > 0) await stream.writeBefore(eventsFrame(events, page.next));
        after = page.more ? page.next : undefined;
      }
      stream.release();
    } catch (error) {
      this.note(error, 'events that a caller missed could not be read');
      this.end(stream, 'unavailable'); // the reader reconnects with its last position
    }
  }

  private enter(reader: StreamReader, stream: SseStream): OpenStream {
    const { workspaceId } = reader.identity;
    const own = this.ofWorkspace.of(workspaceId);
    const { eventStreams, eventStreamsOfWorkspace } = FIXED_LIMITS;
    if (own >= eventStreamsOfWorkspace || this.open.size >= eventStreams) {
      throw new LetheError('too_many_requests', {
        message: `Too many event streams are open at this gateway: the limit is ${eventStreamsOfWorkspace} for one workspace and ${eventStreams} in total. Close a stream, then try again.`,
      });
    }
    const listener: OpenStream = {
      ...{ ...reader, workspaceId, stream, position: '' },
      take: (events, position) => {
        listener.position = position;
        if (events.length === 0) return;
        this.counted.send(events);
        if (this.last?.events !== events) {
          this.last = { events, frame: eventsFrame(events, position) };
        }
        stream.write(this.last.frame);
      },
      reset: (position) => {
        listener.position = position;
        stream.write(resetFrame(position, new Date().toISOString()));
      },
    };
    this.open.add(listener);
    this.ofWorkspace.add(workspaceId, 1);
    this.watch();
    return listener;
  }

  private leave(listener: OpenStream): void {
    if (!this.open.delete(listener)) return;
    const { workspaceId } = listener;
    this.ofWorkspace.add(workspaceId, -1);
    this.follower.leave(listener);
    if (this.open.size > 0) return;
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    this.last = undefined;
  }

  private watch(): void {
    if (this.timers.length > 0) return;
    const every = (ms: number, work: () => void) => setInterval(work, ms).unref();
    this.timers = [
      every(this.intervals.checkMs, () => void this.checkReaders()),
      every(this.intervals.heartbeatMs, () => {
        for (const { stream, position } of this.open) {
          if (position !== '') stream.write(heartbeatFrame(position));
        }
      }),
    ];
  }

  /**
   * Checks the readers of all streams together. If the check fails, the streams stay open. While
   * the database does not answer, they get no events anyway.
   */
  private async checkReaders(): Promise<void> {
    const checked = [...this.open];
    const tokenIds = new Set(checked.map(({ identity }) => identity.tokenId));
    const sessionIds = new Set(checked.flatMap(({ sessionId }) => sessionId ?? []));
    const { catalog } = this.options;
    try {
      const [working, openIds] = await Promise.all([
        catalog.findWorkingTokens([...tokenIds], EVENTS_SCOPE),
        sessionIds.size === 0 ? sessionIds : catalog.findOpenSessions([...sessionIds]),
      ]);
      for (const { identity, sessionId, stream } of checked) {
        if (!working.has(identity.tokenId)) this.end(stream, 'token');
        else if (sessionId !== undefined && !openIds.has(sessionId)) this.end(stream, 'session');
      }
    } catch (error) {
      this.note(error, 'the tokens and sessions of event streams could not be checked');
    }
  }

  private end(stream: SseStream, reason: Parameters<StreamMetrics['end']>[0]): void {
    if (!stream.isWanted) return;
    this.counted.end(reason);
    stream.finish();
  }

  private note(error: unknown, message: string): void {
    if (this.failures.isDue()) this.options.logger.warn({ error: describeError(error) }, message);
  }
}
