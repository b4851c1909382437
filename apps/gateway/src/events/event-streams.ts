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

/** Whether tokens still work, and sessions of the console go on. */
export interface ReaderChecks {
  findWorkingTokens(tokenIds: readonly string[], scope: Scope): Promise<ReadonlySet<string>>;
  findOpenSessions(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Who reads a stream. */
export interface StreamReader {
  readonly identity: TokenIdentity;
  /** Absent where the token itself came with the request. */
  readonly sessionId: string | undefined;
}

/** Milliseconds. */
export interface StreamPace {
  /** From one question for events to the next. */
  readonly pollMs: number;
  /** From one look at the tokens to the next. */
  readonly checkMs: number;
  readonly heartbeatMs: number;
}

const PACE: StreamPace = { pollMs: 500, checkMs: 2_000, heartbeatMs: 15_000 };
/** Milliseconds after which readers come again, each at a time of its own: a gateway that stops has many of them. */
const RETRY_MS = { least: 1_000, spread: 3_000 };

export interface EventStreamsOptions {
  readonly commands: Pick<EventCommands, 'eventPage'>;
  readonly catalog: ReaderChecks;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The usual one when absent. */
  readonly streamPace?: StreamPace;
}

interface Open extends EventListener, StreamReader {
  readonly stream: SseStream;
  position: string;
}

/** The streams of events that are open in this gateway: few of each workspace, each as long as its token works and its session goes on. */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<Open>();
  private readonly ofWorkspace = new Tally<string>();
  private readonly follower: EventFollower;
  private readonly counted: StreamMetrics;
  private readonly failures = new LogThrottle();
  private readonly pace: StreamPace;
  private timers: NodeJS.Timeout[] = [];
  private readonly stopping = new AbortController();
  /** What was written last, for those who get the same. */
  private last: { readonly events: readonly WorkspaceEvent[]; readonly frame: Buffer } | undefined;

  constructor(@Inject(GATEWAY) private readonly options: EventStreamsOptions) {
    this.pace = options.streamPace ?? PACE;
    this.follower = new EventFollower(options, this.pace.pollMs);
    this.counted = new StreamMetrics(options.metrics, () => this.open.size);
  }

  /**
   * @param lastEventId position that the caller has got last; absent: from now on
   * @returns what to answer; told is all that is committed from the answer's beginning on
   * @throws LetheError `too_many_requests`, `unavailable`
   */
  async start(reader: StreamReader, lastEventId: string | undefined): Promise<SseStream> {
    const stream = new SseStream(() => {
      this.counted.end('slow_reader');
    });
    if (this.stopping.signal.aborted) {
      stream.finish(); // it comes again, to another gateway
      return stream;
    }
    const listener = this.enter(reader, stream);
    stream.once('close', () => {
      this.leave(listener);
    });
    try {
      const position = await this.follower.join(listener);
      listener.position = position;
      // Meanwhile it may have been stopped, which has ended the stream.
      void this.begin(listener, position, lastEventId);
      return stream;
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  /** Ends all streams, in the way in which answers end: what waits for the connections to end would wait for them. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
    for (const { stream } of this.open) this.end(stream, 'stopping');
  }

  /** First what the caller has missed, then what happens. */
  private async begin(
    { workspaceId, stream }: Open,
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
      this.note(error, 'events that a caller has missed could not be read');
      this.end(stream, 'unavailable'); // it comes again with the position that it has
    }
  }

  private enter(reader: StreamReader, stream: SseStream): Open {
    const { workspaceId } = reader.identity;
    const own = this.ofWorkspace.of(workspaceId);
    const { eventStreams, eventStreamsOfWorkspace } = FIXED_LIMITS;
    if (own >= eventStreamsOfWorkspace || this.open.size >= eventStreams) {
      throw new LetheError('too_many_requests', {
        message: `Too many streams of events are open: ${eventStreamsOfWorkspace} of a workspace and ${eventStreams} of all may be at one gateway.`,
      });
    }
    const listener: Open = {
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

  private leave(listener: Open): void {
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
      every(this.pace.checkMs, () => void this.checkReaders()),
      every(this.pace.heartbeatMs, () => {
        for (const { stream, position } of this.open) {
          if (position !== '') stream.write(heartbeatFrame(position));
        }
      }),
    ];
  }

  /** Of all streams together. While nobody can say, they go on: what they tell comes from the same database. */
  private async checkReaders(): Promise<void> {
    const asked = [...this.open];
    const tokenIds = new Set(asked.map(({ identity }) => identity.tokenId));
    const sessionIds = new Set(asked.flatMap(({ sessionId }) => sessionId ?? []));
    const { catalog } = this.options;
    try {
      const [working, goingOn] = await Promise.all([
        catalog.findWorkingTokens([...tokenIds], EVENTS_SCOPE),
        sessionIds.size === 0 ? sessionIds : catalog.findOpenSessions([...sessionIds]),
      ]);
      for (const { identity, sessionId, stream } of asked) {
        if (!working.has(identity.tokenId)) this.end(stream, 'token');
        else if (sessionId !== undefined && !goingOn.has(sessionId)) this.end(stream, 'session');
      }
    } catch (error) {
      this.note(error, 'it cannot be told whether the tokens and sessions of streams still work');
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
