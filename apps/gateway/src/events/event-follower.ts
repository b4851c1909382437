import type { EventCommands, WorkspaceEvent } from '@lethe/api/events';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LetheError } from '@lethe/contracts';
import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';

/** Milliseconds that the regulation service has for an answer. */
const DEADLINE_MS = 10_000;

/** Somebody who is told of the events of a workspace. */
export interface EventListener {
  readonly workspaceId: string;
  /** @param position after these events */
  take(events: readonly WorkspaceEvent[], position: string): void;
  /** What happened until this position is not known. */
  reset(position: string): void;
}

interface Joining {
  readonly listener: EventListener;
  readonly joined: (position: string) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Follows the events of all workspaces that have listeners in this process, with one question after the other to the regulation
 * service, however many listen. Asks nothing while nobody does.
 */
export class EventFollower {
  private readonly listeners = new Set<EventListener>();
  private readonly gone = new WeakSet<EventListener>();
  private joining: Joining[] = [];
  private position: string | undefined;
  private isRunning = false;
  private pause = new AbortController();
  private readonly failures = new LogThrottle();

  /** @param pollMs milliseconds from one question to the next, while nothing happens */
  constructor(
    private readonly parts: {
      readonly commands: Pick<EventCommands, 'eventPage'>;
      readonly logger: Logger;
    },
    private readonly pollMs: number,
  ) {}

  /**
   * @returns the position from which on the listener is told: what was committed before the call is before it
   * @throws LetheError `unavailable` when the service does not answer
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
    this.joining = this.joining.filter((one) => one.listener !== listener);
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

  /** @returns whether there is more to be read at once */
  private async round(): Promise<boolean> {
    const joining = this.joining.splice(0); // whoever comes from now on is there before the next question
    try {
      const workspaceIds = [...new Set([...this.listeners].map((one) => one.workspaceId))];
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
      // In the middle of a page there is no place to begin.
      if (more) this.joining.unshift(...joining);
      else this.admit(joining, next);
      return more;
    } catch (error) {
      if (this.failures.isDue()) {
        this.parts.logger.warn({ error: describeError(error) }, 'events cannot be followed');
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
