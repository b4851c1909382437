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

type CarryOut<Parts, Command, Result> = (parts: Parts, command: Command) => Promise<Result>;

/**
 * Through which all commands go: late ones are refused, the end of the service waits for them, and outages of the database become
 * errors for callers.
 */
export class CommandGate {
  private readonly readsOfWorkspaces: FairSlots;

  /** @param readsOfWorkspace look-ups of one workspace at once */
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

  /** Waits for the commands that are being carried out. */
  drain(): Promise<void> {
    return this.foreground.drain();
  }

  /** @returns what makes handlers of functions: `order` of any, `read` of look-ups, which take turns with those of the same workspace */
  with<Parts>(parts: Parts) {
    const order =
      <Command extends Timed, Result>(carryOut: CarryOut<Parts, Command, Result>) =>
      (command: Command): Promise<Result> =>
        this.tracked(inTime(carryOut, parts, command));
    const read =
      <Command extends OfWorkspace, Result>(carryOut: CarryOut<Parts, Command, Result>) =>
      (command: Command): Promise<Result> =>
        this.tracked(
          this.readsOfWorkspaces.with(command.context.workspaceId, undefined, () =>
            inTime(carryOut, parts, command),
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
  carryOut: CarryOut<Parts, Command, Result>,
  parts: Parts,
  command: Command,
): Promise<Result> {
  assertInTime(command.context);
  return carryOut(parts, command);
}
