import {
  actionsSlug,
  findDefinition,
  type DestinationDefinition,
} from '@lethe/destination-definitions';
import type { Egress, IncomingAnswer } from '@lethe/egress';
import {
  LeaseEndedError,
  type DeletionInput,
  type DeletionOutcome,
  type DeletionProvider,
  type DeletionUser,
  type RefusedUser,
} from '../deletion-provider.js';
import { callInTurn } from '../deletion/call-in-turn.js';
import { aborted, complete, refused, type Judgement } from '../deletion/outcomes.js';
import { createActionsPool, type ActionsPool, type ActionsPoolOptions } from './actions-pool.js';
import type { DeletionTask } from './actions-task.js';
import { judgeCall, judgeRun } from './judge-deletion.js';
import { resolveSettings } from './resolve-settings.js';
import { withoutTransport } from './to-delivery-request.js';
import { addressedId, amendRequest, namesUserInAddress } from './vendor-rules.js';

export interface ActionsDeletionOptions extends ActionsPoolOptions {
  readonly egress: Egress;
}

/** Maximum requests for one user. Integrations make one or two requests. */
const MOST_CALLS = 8;

/** Data that is the same for all users of one call of `delete`. */
interface Deletion {
  readonly input: DeletionInput;
  readonly definition: DestinationDefinition;
  readonly slug: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly token: { readonly accessToken?: string };
}

/**
 * Returns a provider that deletes users one by one through the `onDelete` of the actions library.
 * The integrations run in worker threads that cannot reach the network. The calling thread sends
 * their requests through `egress`.
 *
 * A worker thread never waits for a vendor. A run ends when the integration makes a request that
 * has no answer yet. When the answer has arrived, the integration runs again from its beginning,
 * and gets all answers so far.
 *
 * @param options limits of the threads, and the client for the requests
 */
export function createActionsDeletion({
  egress,
  ...options
}: ActionsDeletionOptions): DeletionProvider {
  const pool = createActionsPool(options);
  return {
    async delete(input) {
      const deletion = prepare(input);
      if ('status' in deletion) return deletion;
      return deleteAll(deletion, (user) => deleteUser(deletion, user, pool, egress));
    },
    close: () => pool.close(),
  };
}

function prepare(input: DeletionInput): Deletion | Judgement {
  const slug = actionsSlug(input.destinationType);
  const definition = findDefinition(input.destinationType);
  const capability = definition?.capabilities.deletion;
  if (slug === undefined || definition === undefined || capability?.supported !== true) {
    const reason = capability?.reason ?? `Lethe cannot delete users at ${input.destinationType}.`;
    return aborted('unsupported', reason);
  }
  const resolved = resolveSettings(definition, input.config);
  if ('error' in resolved) return aborted('configuration', resolved.error);
  const { settings, accessToken } = resolved;
  const token = accessToken === undefined ? {} : { accessToken };
  return { input, definition, slug, settings, token };
}

/**
 * Deletes the users one after another. A refused user does not stop the deletion of later users.
 * Any other failure stops the deletion, because it probably affects all users.
 */
async function deleteAll(
  { input, definition }: Deletion,
  deleteOne: (user: DeletionUser) => Promise<DeletionOutcome>,
): Promise<DeletionOutcome> {
  const refusedUsers: RefusedUser[] = [];
  const notes = new Set<string>();
  for (const user of input.users) {
    const outcome = await deleteOne(user);
    if (outcome.status === 'refused') {
      if (input.users.length === 1) return outcome;
      refusedUsers.push({ regulationId: user.regulationId, reason: outcome.reason });
    } else if (outcome.status !== 'complete') return outcome;
    else for (const note of outcome.record.notes ?? []) notes.add(note);
  }
  const record = {
    method: `onDelete of the integration for ${definition.displayName}`.slice(0, 200),
    counts: { users: input.users.length - refusedUsers.length },
    ...(notes.size === 0 ? {} : { notes: [...notes] }),
  };
  return complete(record, refusedUsers);
}

async function deleteUser(
  { input, definition, slug, settings, token }: Deletion,
  { identifiers }: DeletionUser,
  pool: ActionsPool,
  egress: Egress,
): Promise<DeletionOutcome> {
  const { displayName, name: type } = definition;
  const userId = addressedId(type, identifiers.userId);
  if (userId === undefined) {
    return refused(
      `${displayName} expects the userId in the URL of the request. This userId cannot be part of a URL.`,
    );
  }
  const { anonymousId } = identifiers;
  const user = { userId, ...(typeof anonymousId === 'string' ? { anonymousId } : {}) };
  const task = { slug, event: {}, settings, presets: [], ...token };
  const vendor = { name: displayName, namesUser: namesUserInAddress(type) };
  const answers: IncomingAnswer[] = [];
  for (;;) {
    const result = await pool.run(
      { ...task, deletion: { user, answers: answers.map(toAnswered) } },
      { owner: input.workspaceId, signal: input.signal },
    );
    if (input.signal.aborted) throw new LeaseEndedError('The lease ended.');
    if ('error' in result || result.unanswered === undefined || answers.length === MOST_CALLS) {
      return judgeRun(vendor, answers, result);
    }
    const amended = amendRequest(type, result.unanswered);
    const request = { ...amended, headers: withoutTransport(amended.headers) };
    const answer = await callInTurn(egress, displayName, () => request, input);
    if ('judged' in answer) return answer.judged;
    answers.push(answer);
    const judged = judgeCall(vendor, answer);
    if (judged !== undefined) return judged;
  }
}

/** Converts an answer to the form that the worker thread reads. */
function toAnswered({ status, headers, body }: IncomingAnswer): DeletionTask['answers'][number] {
  const contentType = headers['content-type'] ?? 'text/plain; charset=utf-8';
  return { status, contentType, text: body.toString('utf8') };
}
