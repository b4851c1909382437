import { OutputBudget } from '../../output-budget.js';
import type { ActionsResult, ActionsTask, CapturedRequest, DeletionTask } from '../actions-task.js';
import { announcing } from './announce-requests.js';
import type { ActionsLibrary, LibraryDefinition } from './actions-library.js';
import { within } from './capture-requests.js';
import { toAnswer } from './captured-answer.js';
import { describeActionError } from './describe-action-error.js';
import { PresetRun } from './preset-run.js';

/**
 * Runs the deletion of an integration until it ends or makes a request that has no answer yet. The
 * result contains no answers of the vendor, because the thread that sends requests has them.
 */
export async function runDeletion(
  library: ActionsLibrary,
  { slug, settings, accessToken }: ActionsTask,
  { user, answers }: DeletionTask,
): Promise<ActionsResult> {
  const definition = library.find(slug);
  if (definition?.onDelete === undefined) throw new Error(`${slug} has no onDelete`);
  const destination = library.create(deletingOnce(definition));
  let reportUnanswered: (request: CapturedRequest) => void;
  const unanswered = new Promise<CapturedRequest>((resolve) => {
    reportUnanswered = resolve;
  });
  let next = 0;
  const run = new PresetRun((request) => {
    const answer = answers[next++];
    if (answer === undefined) reportUnanswered(request);
    return Promise.resolve(
      answer === undefined ? 'never' : toAnswer(answer.status, answer.text, answer.contentType),
    );
  }, new OutputBudget());
  const withToken = {
    ...settings,
    // The library reads the token from `oauth`.
    ...(accessToken === undefined ? {} : { oauth: { access_token: accessToken } }),
  };
  const action = within(run, async () => destination.onDelete?.({ ...user }, withToken));
  const ended = run.finish(action).then((failure) => ({ failure }));
  const first = await Promise.race([ended, unanswered.then((request) => ({ request }))]);
  const nothing = { matched: 1, requests: [], dependent: [] };
  if ('request' in first) return { ...nothing, failures: [], unanswered: first.request };
  if (first.failure === undefined) return { ...nothing, failures: [] };
  return {
    ...nothing,
    failures: [describeActionError(first.failure) ?? 'the answer has an error status'],
  };
}

/** Disables the renewal of tokens, because its requests are not part of the deletion. */
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
