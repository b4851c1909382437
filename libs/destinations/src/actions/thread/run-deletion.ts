import { OutputBudget } from '../../output-budget.js';
import type { ActionsResult, ActionsTask, CapturedRequest, DeletionTask } from '../actions-task.js';
import { announcing } from './announce-requests.js';
import type { ActionsLibrary, LibraryDefinition } from './actions-library.js';
import { within } from './capture-requests.js';
import { toAnswer } from './captured-answer.js';
import { describeActionError } from './describe-action-error.js';
import { PresetRun } from './preset-run.js';

/**
 * Has an integration delete a user, up to the first request that has no answer yet. What the vendor
 * answered is known to whoever sends; what comes back from here is what the integration has to say.
 */
export async function runDeletion(
  library: ActionsLibrary,
  { slug, settings, accessToken }: ActionsTask,
  { user, answers }: DeletionTask,
): Promise<ActionsResult> {
  const definition = library.find(slug);
  if (definition?.onDelete === undefined) throw new Error(`${slug} has no onDelete`);
  const destination = library.create(deletingOnce(definition));
  let ask: (request: CapturedRequest) => void;
  const asked = new Promise<CapturedRequest>((resolve) => {
    ask = resolve;
  });
  let next = 0;
  const run = new PresetRun((request) => {
    const answer = answers[next++];
    if (answer === undefined) ask(request);
    return Promise.resolve(
      answer === undefined ? 'never' : toAnswer(answer.status, answer.text, answer.contentType),
    );
  }, new OutputBudget());
  const withToken = {
    ...settings,
    // Where the library looks for the token of an integration that has one.
    ...(accessToken === undefined ? {} : { oauth: { access_token: accessToken } }),
  };
  const action = within(run, async () => destination.onDelete?.({ ...user }, withToken));
  const ended = run.finish(action).then((failure) => ({ failure }));
  const first = await Promise.race([ended, asked.then((request) => ({ request }))]);
  const nothing = { matched: 1, requests: [], dependent: [] };
  if ('request' in first) return { ...nothing, failures: [], asked: first.request };
  if (first.failure === undefined) return { ...nothing, failures: [] };
  return { ...nothing, failures: [describeActionError(first.failure) ?? 'it got a bad answer'] };
}

/** Without the renewal of tokens, which would send requests that have nothing to do with the user. */
function deletingOnce(definition: LibraryDefinition): LibraryDefinition {
  const { onDelete, authentication } = definition;
  return {
    ...definition,
    authentication: { ...authentication, refreshAccessToken: undefined },
    ...(onDelete === undefined
      ? {}
      : { onDelete: (request, data) => onDelete(announcing(request), data) }),
  };
}
