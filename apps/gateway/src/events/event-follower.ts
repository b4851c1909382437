import type { EventCommands, WorkspaceEvent } from '@lethe/api/events';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LetheError } from '@lethe/contracts';
import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';

/** Deadline of one request to the regulation service, in milliseconds. */
const DEADLINE_MS = 10_000;

/** Receives the events of one workspace. */
export interface EventListener {
  readonly workspaceId: string;
  /** @param position the position after these events */
  take(events: readonly WorkspaceEvent[], position: string): void;
  /** Called instead of `take` if events before this position can be missing. */
  reset(position: string): void;
}

interface Joining {
  readonly listener: EventListener;
  readonly joined: (position: string) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Polls the regulation service for the events of all workspaces with listeners in this process. One
 * request at a time serves all listeners. Without listeners, no request is sent.
 */
export class EventFollower {
  private readonly listeners = new Set<EventListener>();
  private readonly gone = new WeakSet<EventListener>();
  private joining: Joining[] = [];
  private position: string | undefined;
  private isRunning = false;
  private pause = new AbortController();
  private readonly failures = new LogThrottle();

  /** @param pollMs milliseconds between two polls while there are no events */
  constructor(
    private readonly parts: {
      readonly commands: Pick<EventCommands, 'eventPage'>;
      readonly logger: Logger;
    },
    private readonly pollMs: number,
  ) {}

  /**
   * @returns the position after which the listener gets events. Changes that were committed before
   * the call are before this position
   * @throws LetheError `unavailable` if the service does not answer
   */
  join(listener: EventListener): Promise<string> {
    return new Promise((joined, failed) => {
      this.joining.push({ listener, joined, failed });
      this.pause.abort();
      if (!this.isRunning) void this.run();
    });
  }

  leave(listener: EventListener): void {
    this.gone.add(listener);
    this.listeners.delete(listener);
    this.joining = this.joining.filter((request) => request.listener !== listener);
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.listeners.size + this.joining.length > 0) {
      const isBehind = await this.round();
      if (isBehind || this.joining.length > 0) continue;
      this.pause = new AbortController();
      const { signal } = this.pause;
      await sleep(this.pollMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
    this.position = undefined;
    this.isRunning = false;
  }

  /** @returns whether more events can be read immediately */
  private async round(): Promise<boolean> {
    const joining = this.joining.splice(0); // listeners that come later join in the next round
    try {
      const workspaceIds = [...new Set([...this.listeners].map((each) => each.workspaceId))];
      const { events, next, more, isReset } = await this.parts.commands.eventPage({
        context: { requestId: randomUUID(), deadline: Date.now() + DEADLINE_MS, workspaceIds },
        ...(this.position === undefined ? {} : { after: this.position }),
      });
      this.failures.reset();
      this.position = next;
      const byWorkspace = new Map(workspaceIds.map((id) => [id, [] as WorkspaceEvent[]]));
      for (const { workspaceId, event } of events) byWorkspace.get(workspaceId)?.push(event);
      for (const listener of this.listeners) {
        if (isReset) listener.reset(next);
        else listener.take(byWorkspace.get(listener.workspaceId) ?? [], next);
      }
      // A listener can join only when all events were read.
      if (more) this.joining.unshift(...joining);
      else this.admit(joining, next);
      return more;
    } catch (error) {
      if (this.failures.isDue()) {
        this.parts.logger.warn({ error: describeError(error) }, 'new events cannot be read');
      }
      const known = error instanceof LetheError ? error : new LetheError('unavailable');
      for (const { failed } of joining) failed(known);
      return false;
    }
  }

  private admit(joining: readonly Joining[], position: string): void {
    for (const { listener, joined } of joining) {
      if (!this.gone.has(listener)) this.listeners.add(listener);
      joined(position);
    }
  }
}
