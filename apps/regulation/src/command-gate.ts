import { toLetheError } from '@lethe/database';
import { FairSlots } from '@lethe/resilience';
import type { ForegroundWork } from './foreground-work.js';
import { assertInTime } from './record/assert-in-time.js';

interface Timed {
  readonly context: { readonly deadline: number };
}

interface OfWorkspace {
  readonly context: { readonly deadline: number; readonly workspaceId: string };
}

type Run<Parts, Command, Result> = (parts: Parts, command: Command) => Promise<Result>;

/**
 * Wraps all commands. Refuses a command whose deadline has passed. Lets the shutdown wait for
 * commands in progress. Converts outages of the database to errors for callers.
 */
export class CommandGate {
  private readonly readsOfWorkspaces: FairSlots;

  /** @param readsOfWorkspace maximum of concurrent look-ups of one workspace */
  constructor(
    private readonly foreground: ForegroundWork,
    readsOfWorkspace: number,
  ) {
    this.readsOfWorkspaces = new FairSlots({
      slots: Infinity,
      perOwner: readsOfWorkspace,
      maxWaiting: Infinity,
    });
  }

  drain(): Promise<void> {
    return this.foreground.drain();
  }

  /**
   * Returns two functions that create handlers. `order` creates the handler of any command. `read`
   * creates the handler of a look-up, and limits the concurrent look-ups of each workspace.
   */
  with<Parts>(parts: Parts) {
    const order =
      <Command extends Timed, Result>(run: Run<Parts, Command, Result>) =>
      (command: Command): Promise<Result> =>
        this.tracked(inTime(run, parts, command));
    const read =
      <Command extends OfWorkspace, Result>(run: Run<Parts, Command, Result>) =>
      (command: Command): Promise<Result> =>
        this.tracked(
          this.readsOfWorkspaces.with(command.context.workspaceId, undefined, () =>
            inTime(run, parts, command),
          ),
        );
    return { order, read };
  }

  private async tracked<T>(work: Promise<T>): Promise<T> {
    try {
      return await this.foreground.track(work);
    } catch (error) {
      throw toLetheError(error);
    }
  }
}

async function inTime<Parts, Command extends Timed, Result>(
  run: Run<Parts, Command, Result>,
  parts: Parts,
  command: Command,
): Promise<Result> {
  assertInTime(command.context);
  return run(parts, command);
}
