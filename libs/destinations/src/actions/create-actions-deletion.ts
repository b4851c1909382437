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
  /** Makes the vendors' requests. */
  readonly egress: Egress;
}

/** Requests for one user; an integration makes one or two. */
const MOST_CALLS = 8;

/** What all users of one call have in common. */
interface Deletion {
  readonly input: DeletionInput;
  readonly definition: DestinationDefinition;
  readonly slug: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly token: { readonly accessToken?: string };
}

/**
 * Deletes through the `onDelete` of the actions library's integrations, one user after another. They run
 * in threads that cannot reach the network; what they request is sent from here, through the guard. No
 * thread waits for a vendor: a run ends at a request without an answer, and is made again with the answer.
 *
 * @param options bounds of the threads, and the client
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

/** A user whom the vendor refuses keeps nobody else; anything else would be the same for all of them. */
async function deleteAll(
  { input, definition }: Deletion,
  deleteOne: (user: DeletionUser) => Promise<DeletionOutcome>,
): Promise<DeletionOutcome> {
  const left: RefusedUser[] = [];
  const notes = new Set<string>();
  for (const user of input.users) {
    const outcome = await deleteOne(user);
    if (outcome.status === 'refused') {
      if (input.users.length === 1) return outcome;
      left.push({ regulationId: user.regulationId, reason: outcome.reason });
    } else if (outcome.status !== 'complete') return outcome;
    else for (const note of outcome.record.notes ?? []) notes.add(note);
  }
  const record = {
    method: `onDelete of the integration for ${definition.displayName}`.slice(0, 200),
    counts: { users: input.users.length - left.length },
    ...(notes.size === 0 ? {} : { notes: [...notes] }),
  };
  return complete(record, left);
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
      `${displayName} is told about users by an address, which cannot hold this userId.`,
    );
  }
  const { anonymousId } = identifiers;
  const user = { userId, ...(typeof anonymousId === 'string' ? { anonymousId } : {}) };
  const task = { slug, event: {}, settings, presets: [], ...token };
  const vendor = { who: displayName, namesUser: namesUserInAddress(type) };
  const answers: IncomingAnswer[] = [];
  for (;;) {
    const result = await pool.run(
      { ...task, deletion: { user, answers: answers.map(toAnswered) } },
      { owner: input.workspaceId, signal: input.signal },
    );
    if (input.signal.aborted) throw new LeaseEndedError('The lease ended.');
    if ('error' in result || result.asked === undefined || answers.length === MOST_CALLS) {
      return judgeRun(vendor, answers, result);
    }
    const asked = amendRequest(type, result.asked);
    const request = { ...asked, headers: withoutTransport(asked.headers) };
    const answer = await callInTurn(egress, displayName, () => request, input);
    if ('judged' in answer) return answer.judged;
    answers.push(answer);
    const judged = judgeCall(vendor, answer);
    if (judged !== undefined) return judged;
  }
}

/** An answer as the thread takes it. */
function toAnswered({ status, headers, body }: IncomingAnswer): DeletionTask['answers'][number] {
  const contentType = headers['content-type'] ?? 'text/plain; charset=utf-8';
  return { status, contentType, text: body.toString('utf8') };
}
