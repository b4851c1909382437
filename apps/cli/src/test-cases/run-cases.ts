import type { ApiClient } from '../api/api-client.js';
import { ApiFailure } from '../api/api-failure.js';
import { CommandFailure, Interrupted } from '../command-context.js';
import { casesPath } from './case-owner.js';
import { RUN_OF_ONE, type CaseOutcome, type CaseResult } from './case-outcome.js';
import type { RunnableCase } from './runnable-case.js';

/**
 * Number of test cases that run at once. Each request has one test case, so an answer is never cut,
 * and a test case that hangs delays no other result.
 */
const AT_ONCE = 4;
/** Statuses of refusals that concern only the test case of the request. */
const OF_ONE_CASE = [400, 404, 413];

interface CasesRun {
  /** One outcome for each test case, in the same order. */
  readonly outcomes: readonly CaseOutcome[];
  /** Reason why the run ended early. The test cases without a result are then errors. */
  readonly failure?: CommandFailure;
}

/**
 * Runs each test case, even if others fail.
 *
 * @param onOutcome called for each outcome, in the order of the test cases
 */
export async function runCases(
  api: ApiClient,
  cases: readonly RunnableCase[],
  onOutcome: (outcome: CaseOutcome) => void,
): Promise<CasesRun> {
  const ended = new Map<number, CaseOutcome>();
  const outcomes: CaseOutcome[] = [];
  const end = (at: number, outcome: CaseOutcome): void => {
    ended.set(at, outcome);
    for (let next = ended.get(outcomes.length); next; next = ended.get(outcomes.length)) {
      outcomes.push(next);
      onOutcome(next);
    }
  };
  const run: { failure?: CommandFailure } = {};
  const remaining = cases.entries();
  const work = async (): Promise<void> => {
    for (const [at, testCase] of remaining) {
      if (run.failure !== undefined) return;
      const began = performance.now();
      try {
        const result = await resultOf(api, testCase);
        end(at, { testCase, result, ms: Math.round(performance.now() - began) });
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error;
        run.failure ??= error;
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { failure } = run;
  if (failure === undefined) return { outcomes };
  const result = noResult(reasonOf(failure));
  for (const [at, testCase] of cases.entries()) {
    if (!ended.has(at)) end(at, { testCase, result, ms: 0 });
  }
  return { outcomes, failure };
}

/** @throws CommandFailure if no further test case can run */
async function resultOf(
  api: ApiClient,
  { owner, name, from, request }: RunnableCase,
): Promise<CaseResult> {
  const path = `${casesPath(owner)}/run`;
  let answer: unknown;
  try {
    answer = await api.json<unknown>({ method: 'POST', path, body: request });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code === undefined) throw error;
    if (!OF_ONE_CASE.includes(error.status)) throw error;
    const advice = 'file' in from && error.status !== 404 ? '\nCorrect the file.' : '';
    return noResult(`${error.message.replaceAll('cases[0].', '')}${advice}`);
  }
  const parsed = RUN_OF_ONE.safeParse(answer);
  if (parsed.success) return parsed.data.results[0];
  throw new CommandFailure(
    `The answer from ${api.url} for test case ${JSON.stringify(name)} is not one result. Check LETHE_URL, and that the command and Lethe have the same version.`,
  );
}

function noResult(reason: string): CaseResult {
  return { status: 'error', error: { message: `No result: ${reason}` } };
}

function reasonOf(failure: CommandFailure): string {
  if (failure instanceof Interrupted) return 'the command was interrupted.';
  return failure.message.split('\n', 1)[0] ?? '';
}
