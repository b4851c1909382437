import type { JsonObject } from '@lethe/contracts';
import {
  actionsSlug,
  findDefinition,
  type DestinationDefinition,
} from '@lethe/destination-definitions';
import { newClock, setClock } from '@lethe/sandbox';
import { MessageChannel } from 'node:worker_threads';
import {
  failed,
  type Deliver,
  type DestinationProvider,
  type TransformInput,
  type TransformOutcome,
} from '../destination-provider.js';
import { createActionsPool, type ActionsPool, type ActionsPoolOptions } from './actions-pool.js';
import type { ActionsTask } from './actions-task.js';
import { deliverThroughPort } from './deliver-through-port.js';
import { describeTriggers, resolvePresets } from './resolve-presets.js';
import { resolveSettings } from './resolve-settings.js';
import { toSegmentEvent } from './segment-event.js';
import { toDeliveryRequest } from './to-delivery-request.js';

export interface ActionsProviderOptions extends ActionsPoolOptions {
  /** Finds a destination type. The default searches the generated definitions. */
  readonly find?: (type: string) => ActionsType | undefined;
}

/** A destination type, with its name in the library (`slug`) and its definition. */
export interface ActionsType {
  readonly slug: string;
  readonly definition: DestinationDefinition;
}

/**
 * Returns the provider for the destination types of the actions library. The library runs in
 * separate threads, which start with the first run and cannot reach the network. A thread executes
 * one run at a time, so that the captured requests of two runs never mix. If an integration hangs,
 * the pool ends its thread.
 *
 * @param options limits of the threads
 * @returns a provider. Its `transform` sends nothing. Its `perform` sends each request once through
 *   `deliver`, one after another.
 */
export function createActionsProvider(options: ActionsProviderOptions = {}): DestinationProvider {
  const pool = createActionsPool(options);
  const find = options.find ?? findActionsType;
  return {
    async transform(input) {
      const prepared = prepare(input, find);
      if ('error' in prepared) return failed(prepared.error);
      const outcome = await pool.run(prepared.task, ownerAndSignal(input));
      if ('error' in outcome) return failed(outcome.error);
      const { requests, dependent, failures, matched } = outcome;
      if (matched === 0) return failed(prepared.unmatched);
      if (requests.length === 0 && failures.length > 0) return failed(failures.join(' '));
      return completed(
        requests.map((request) => toDeliveryRequest(request, userIdOf(input.message))),
        [...dependent, ...failures],
      );
    },

    perform: (input, deliver) => perform(input, deliver, find, pool),
    close: () => pool.close(),
  };
}

async function perform(
  input: TransformInput,
  deliver: Deliver,
  find: (type: string) => ActionsType | undefined,
  pool: ActionsPool,
): Promise<TransformOutcome> {
  const prepared = prepare(input, find);
  if ('error' in prepared) return failed(prepared.error);
  const { port1, port2 } = new MessageChannel();
  const isOver = (): boolean => input.signal.aborted;
  const clock = newClock();
  const sent = deliverThroughPort(
    port1,
    offTheClock(deliver, clock),
    userIdOf(input.message),
    isOver,
  );
  try {
    const outcome = await pool.run(
      { ...prepared.task, port: port2 },
      { ...ownerAndSignal(input), clock },
    );
    const problems = 'error' in outcome ? [outcome.error] : outcome.failures;
    if (sent.length > 0) return completed([...sent], problems);
    if (problems.length > 0) return failed(problems.join(' '));
    return 'matched' in outcome && outcome.matched === 0
      ? failed(prepared.unmatched)
      : completed([], []);
  } finally {
    port1.close();
  }
}

function ownerAndSignal({ workspaceId, signal }: TransformInput) {
  return { owner: workspaceId, signal };
}

/** Returns a `deliver` that stops the clock of the run while the run waits for an answer. */
function offTheClock(deliver: Deliver, clock: Int32Array): Deliver {
  return async (request) => {
    setClock(clock, false);
    try {
      return await deliver(request);
    } finally {
      setClock(clock, true);
    }
  };
}

type Prepared =
  | { readonly task: Omit<ActionsTask, 'clock'>; readonly unmatched: string }
  | { readonly error: string };

function prepare(
  { destinationType, config, message }: TransformInput,
  find: (type: string) => ActionsType | undefined,
): Prepared {
  const type = find(destinationType);
  if (type === undefined) return { error: `There is no integration for ${destinationType}.` };
  const { definition, slug } = type;
  const { test } = definition.capabilities;
  if (!test.supported) return { error: test.reason ?? `${definition.name} cannot be tested.` };
  const resolved = resolveSettings(definition, config);
  if ('error' in resolved) return resolved;
  const presets = resolvePresets(definition, config);
  const unmatched = describeTriggers(definition, presets);
  if (presets.length === 0) return { error: unmatched };
  return { task: { slug, event: toSegmentEvent(message), presets, ...resolved }, unmatched };
}

function findActionsType(type: string): ActionsType | undefined {
  const slug = actionsSlug(type);
  const definition = findDefinition(type);
  return slug === undefined || definition === undefined ? undefined : { slug, definition };
}

function userIdOf({ userId, anonymousId }: JsonObject): string {
  if (typeof userId === 'string' && userId !== '') return userId;
  return typeof anonymousId === 'string' ? anonymousId : '';
}

function completed(
  requests: Extract<TransformOutcome, { status: 'ok' }>['requests'],
  notes: readonly string[],
): TransformOutcome {
  return notes.length === 0
    ? { status: 'ok', requests }
    : { status: 'ok', requests, incomplete: notes.join(' ') };
}
