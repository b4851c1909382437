import type { Entry, Outcome, Request } from '../history.js';

export interface Attempt {
  /** Name of the gateway that got the request. */
  readonly gateway: string;
  readonly from: number;
  /** Infinity if the run ended before the attempt. */
  to: number;
  /** Absent if the run ended before the attempt. */
  outcome?: Outcome;
}

export interface Operation {
  readonly op: string;
  readonly request: Request;
  readonly attempts: Attempt[];
}

export type OperationOf<Name extends Request['name']> = Operation & {
  readonly request: Extract<Request, { name: Name }>;
};

/** Groups a history by operation, in the order of the first attempts. */
export function operationsOf(history: readonly Entry[]): Operation[] {
  const operations = new Map<string, Operation>();
  for (const entry of history) {
    if (entry.type === 'invoked') {
      const { op, request, gateway, at } = entry;
      const operation = operations.get(op) ?? { op, request, attempts: [] };
      operations.set(op, operation);
      operation.attempts.push({ gateway, from: at, to: Infinity });
    } else if (entry.type === 'ended') {
      const attempt = operations.get(entry.op)?.attempts[entry.attempt - 1];
      if (attempt === undefined) continue;
      attempt.to = entry.at;
      attempt.outcome = entry.outcome;
    }
  }
  return [...operations.values()];
}

export function only<Name extends Request['name']>(
  operations: readonly Operation[],
  name: Name,
): OperationOf<Name>[] {
  return operations.filter((one): one is OperationOf<Name> => one.request.name === name);
}

/** Returns the time of the first good answer, or Infinity. */
export function acknowledgedAt({ attempts }: Operation): number {
  return Math.min(...attempts.filter(isAcknowledged).map(({ to }) => to));
}

/** Returns the ids in each good answer to a create. */
export function acknowledgedIds({ attempts }: OperationOf<'create'>): (readonly string[])[] {
  return attempts.flatMap(({ outcome }) =>
    outcome?.kind === 'acknowledged' ? [outcome.ids ?? []] : [],
  );
}

function isAcknowledged({ outcome }: Attempt): boolean {
  return outcome?.kind === 'acknowledged';
}
