import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ApiClient } from '../api/api-client.js';
import { openApi } from '../api/open-api.js';
import { readToken } from '../api/read-token.js';
import { CommandFailure, PartlyDone, type CommandContext } from '../command-context.js';
import { count } from '../count.js';
import { requestFrame, type RequestOptions } from '../regulations/request-options.js';
import { cutFile, type CutOptions } from './cut-file.js';
import { lockImport } from './import-lock.js';
import { importUsers, type Unanswered } from './import-users.js';
import { Journal } from './journal.js';
import { planImport } from './plan-import.js';
import { progressTeller } from './progress.js';
import { showImport, showImportPlan } from './show-import.js';
import { Tally } from './tally.js';

/** What the command line says of an import. */
export interface ImportOptions extends RequestOptions, CutOptions {
  readonly journal?: string;
  readonly unanswered?: Unanswered;
  readonly dryRun?: true;
}

/** One run of an import: opens what it needs, and shows what became of it. */
export async function runImport(
  context: CommandContext,
  file: string,
  options: ImportOptions,
): Promise<void> {
  // npm runs scripts in the root of the project, wherever the person is.
  const at = (path: string) => resolve(context.environment.INIT_CWD ?? '.', path);
  const path = at(file);
  const tally = tallyFor(context, await sizeOf(path, file));
  const api = await openApi(context);
  if (options.dryRun === true) {
    await plan(context, api, path, options, tally);
  } else {
    const journal = at(options.journal ?? `${file}.lethe-journal`);
    const unlock = await lockImport(journal);
    try {
      await send(context, api, path, { ...options, journal }, tally);
    } finally {
      await unlock();
    }
  }
  const { refused } = tally.counts;
  if (refused > 0) throw new PartlyDone(`${count(refused, 'row')} refused, see above.`);
}

/** Sums up also when it could not go on. */
async function send(
  context: CommandContext,
  api: ApiClient,
  path: string,
  options: ImportOptions & { readonly journal: string },
  tally: Tally,
): Promise<void> {
  const frame = requestFrame(options);
  const { workspaceId } = await readToken(api);
  const target = { url: api.url, workspaceId, request: { ...frame } };
  const journal = await Journal.open(options.journal, target);
  try {
    const chunks = cutFile(path, options, async (chunk) => (await journal.find(chunk))?.rows);
    const { unanswered } = options;
    await importUsers({ api, journal, chunks, frame, tally, ...(unanswered && { unanswered }) });
  } finally {
    await journal.close();
    const { counts } = tally;
    if (counts.rows > 0 || counts.isComplete) {
      const shown = { ...counts, journal: options.journal };
      context.show(shown, () => showImport(counts, options.journal));
    }
  }
}

async function plan(
  context: CommandContext,
  api: ApiClient,
  path: string,
  options: ImportOptions,
  tally: Tally,
): Promise<void> {
  const chunks = cutFile(path, options, () => Promise.resolve(undefined));
  const planned = await planImport(api, chunks, requestFrame(options), tally);
  const { accepted, refused, rows } = tally.counts;
  const shown = { dryRun: true, rows, accepted, refused, ...planned };
  context.show(shown, () => showImportPlan(planned, tally.counts));
}

/** Tells of refused rows as they come, and how far it is. */
function tallyFor(context: CommandContext, ofBytes: number): Tally {
  const begin = performance.now();
  const tell = progressTeller(context);
  const tally: Tally = new Tally(
    (rows) => {
      context.showEach(rows, () => rows.map(({ line, reason }) => `line ${line}: ${reason}`));
    },
    (bytes) => {
      tell({ bytes, ofBytes, counts: tally.counts, elapsedMs: performance.now() - begin });
    },
  );
  return tally;
}

/** What is read more than once must be a file. */
async function sizeOf(path: string, file: string): Promise<number> {
  try {
    const found = await stat(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${file} cannot be read (${code}).`, { cause: error });
  }
  throw new CommandFailure(`${file} is no file: an import has to be able to read it again.`);
}
