import { writeFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type { ApiClient } from '../api/api-client.js';
import { connectApi } from '../api/connect-api.js';
import { CommandFailure, Interrupted, type CommandContext } from '../command-context.js';
import { userPath } from '../user-path.js';
import { caseFiles } from './case-files.js';
import { countsOf, type Counts } from './case-outcome.js';
import { nameOfOwner, type CaseOwner } from './case-owner.js';
import { junitOf } from './junit.js';
import { runCases } from './run-cases.js';
import type { RunnableCase } from './runnable-case.js';
import { savedCases } from './saved-cases.js';
import { outcomeToJson, showOutcome, summaryOf } from './show-outcome.js';

export interface TestOptions {
  readonly transformation?: string;
  readonly destination?: string;
  readonly dir?: string;
  readonly junit?: string;
}

/** At least one test case did not pass. */
class NotPassed extends CommandFailure {
  override readonly name = 'NotPassed';
  override readonly facts: Readonly<Record<string, unknown>>;

  constructor(message: string, counts: Counts) {
    super(message);
    this.facts = { ...counts };
  }
}

/** Runs the test cases, and shows each result as soon as those before it are known. */
export async function runTest(context: CommandContext, options: TestOptions): Promise<void> {
  const at = (path: string) => userPath(context, path);
  const { dir, junit } = options;
  if (dir !== undefined && junit !== undefined && isWithin(at(dir), at(junit))) {
    throw new CommandFailure(
      `${junit} is in ${dir}, the folder of the test cases, so the report could replace one of them. Choose a file outside of it.`,
    );
  }
  // An empty file is no report. So a report of an earlier run is not taken for one of this run.
  if (junit !== undefined) await write(at(junit), junit, '');
  const api = await connectApi(context);
  const { outcomes, failure } = await runCases(
    api,
    await selectedCases(api, options, at),
    (outcome) => {
      context.show(outcomeToJson(outcome), () => showOutcome(outcome));
    },
  );
  if (junit !== undefined) await write(at(junit), junit, junitOf(outcomes));
  const counts = countsOf(outcomes);
  const summary = summaryOf(counts);
  if (failure instanceof Interrupted) throw new Interrupted(summary, { cause: failure });
  if (failure !== undefined) throw new NotPassed(`${failure.message}\n${summary}`, counts);
  if (counts.failed + counts.errors > 0) throw new NotPassed(summary, counts);
  context.showEach([], () => [summary]);
}

/** Returns whether a path is in a folder, or is the folder. */
function isWithin(folder: string, path: string): boolean {
  const [first] = relative(folder, path).split(sep);
  return first !== '..';
}

/** @throws CommandFailure if there is no test case, because nothing would be tested */
async function selectedCases(
  api: ApiClient,
  { transformation, destination, dir }: TestOptions,
  at: (path: string) => string,
): Promise<readonly RunnableCase[]> {
  const only = ownerOf(transformation, destination);
  const cases =
    dir === undefined ? await savedCases(api, only) : await caseFiles(at(dir), dir, only);
  if (cases.length > 0) return cases;
  const what = only === undefined ? '' : ` of ${nameOfOwner(only)}`;
  throw new CommandFailure(
    dir === undefined
      ? `There is no saved test case${what}. Save one in the console or with the API, or use --dir.`
      : `There is no test case${what} in ${dir}. Save one as ${only?.kind ?? 'transformation'}s/${only?.id ?? 'ID'}/NAME.json in this folder.`,
  );
}

function ownerOf(
  transformation: string | undefined,
  destination: string | undefined,
): CaseOwner | undefined {
  if (transformation !== undefined) return { kind: 'transformation', id: transformation };
  return destination === undefined ? undefined : { kind: 'destination', id: destination };
}

/** @param shown path as the user typed it */
async function write(path: string, shown: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    const { code = 'unwritable' } = error as NodeJS.ErrnoException;
    throw new CommandFailure(
      `${shown} cannot be written (${code}). Check the path and its permissions.`,
      { cause: error },
    );
  });
}
