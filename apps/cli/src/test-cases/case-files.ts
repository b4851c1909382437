import { ID_PATTERN, ID_PROBLEM, isObject, type JsonObject } from '@lethe/contracts';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CommandFailure } from '../command-context.js';
import { count } from '../count.js';
import { oneLine } from '../format-table.js';
import { OWNER_KINDS, type CaseOwner } from './case-owner.js';
import { parseJsonFile } from './parse-json-file.js';
import type { RunnableCase } from './runnable-case.js';

/** Larger than each test case that the API accepts, with generous indentation. */
const MOST_BYTES = 1024 * 1024;
/** Maximum number of problems in the message. */
const MOST_PROBLEMS = 50;
const ENDING = '.json';
const EXPECTED_PLACE =
  'a test case is in transformations/ID/NAME.json or destinations/ID/NAME.json';

/** Receives a problem of a file or folder. @param path as the user would type it */
type Report = (path: string, problem: string) => void;

/**
 * Reads test cases from `transformations/ID/*.json` and `destinations/ID/*.json` in a folder. The
 * API checks their members when they run. A file in another place is an error, because a test case
 * that never runs would look like one that passes. Names that start with a dot, and names with the
 * ending `.md`, are ignored.
 *
 * @param folder path of the folder
 * @param shown path of the folder as the user typed it
 * @param only reads the test cases of this owner only
 * @returns the test cases, sorted by the paths of their files
 * @throws CommandFailure that lists the problems with the path and place of each
 */
export async function caseFiles(
  folder: string,
  shown: string,
  only: CaseOwner | undefined,
): Promise<RunnableCase[]> {
  const problems: string[] = [];
  const report: Report = (path, problem) => {
    problems.push(`  ${oneLine(path)}: ${oneLine(problem)}`);
  };
  const shownRoot = shown.replace(/\/+$/, '') || '/';
  const kinds = await namesIn(folder, shownRoot, report);
  const cases: RunnableCase[] = [];
  for (const folderName of kinds) {
    const kind = OWNER_KINDS.find((one) => `${one}s` === folderName);
    const path = join(folder, folderName);
    const shownPath = join(shownRoot, folderName);
    if (kind === undefined) report(shownPath, `is not expected here; ${EXPECTED_PLACE}`);
    else if (only === undefined || only.kind === kind) {
      cases.push(...(await casesOfKind(kind, path, shownPath, only?.id, report)));
    }
  }
  if (problems.length === 0) return cases;
  const more = problems.length - MOST_PROBLEMS;
  throw new CommandFailure(
    [
      `No test case was run, because ${shownRoot} has ${count(problems.length, 'problem')}:`,
      ...problems.slice(0, MOST_PROBLEMS),
      ...(more > 0 ? [`  and ${more} more`] : []),
      'Correct the files and run the command again.',
    ].join('\n'),
  );
}

async function casesOfKind(
  kind: CaseOwner['kind'],
  folder: string,
  shown: string,
  onlyId: string | undefined,
  report: Report,
): Promise<RunnableCase[]> {
  const cases: RunnableCase[] = [];
  for (const id of await namesIn(folder, shown, report)) {
    if (onlyId !== undefined && onlyId !== id) continue;
    const shownPath = join(shown, id);
    if (!ID_PATTERN.test(id)) report(shownPath, `is not the id of a ${kind}; an id ${ID_PROBLEM}`);
    else cases.push(...(await casesOfOwner({ kind, id }, join(folder, id), shownPath, report)));
  }
  return cases;
}

async function casesOfOwner(
  owner: CaseOwner,
  folder: string,
  shown: string,
  report: Report,
): Promise<RunnableCase[]> {
  const cases: RunnableCase[] = [];
  for (const fileName of await namesIn(folder, shown, report)) {
    const file = join(shown, fileName);
    if (!fileName.endsWith(ENDING)) {
      report(file, `is not expected here; the name of a test case ends with ${ENDING}`);
      continue;
    }
    const text = await readText(join(folder, fileName), file, report);
    const parsed = text === undefined ? undefined : parseJsonFile(text);
    if (parsed === undefined) continue;
    if ('problem' in parsed) report(file, parsed.problem);
    else if (!isObject(parsed.value)) report(file, 'must be an object with event and expected');
    else cases.push(caseOf(owner, file, parsed.value));
  }
  return cases;
}

/** Returns a test case of a file. A test case without a name gets the name of its file. */
function caseOf(owner: CaseOwner, file: string, content: JsonObject): RunnableCase {
  const input = { name: basename(file, ENDING), ...content };
  const { name, expected } = input as { readonly name: unknown; readonly expected?: unknown };
  return {
    ...{ owner, name: String(name), from: { file }, expected },
    request: { cases: [input] },
  };
}

/** Returns the sorted names in a folder, without those that are ignored. */
async function namesIn(folder: string, shown: string, report: Report): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => !name.startsWith('.') && !name.endsWith('.md')).sort();
  } catch (error) {
    report(shown, unreadable(error));
    return [];
  }
}

async function readText(path: string, file: string, report: Report): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) report(file, 'is not a regular file');
    else if (found.size > MOST_BYTES) report(file, 'must not be larger than 1 MiB');
    else return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    report(file, unreadable(error));
  }
  return undefined;
}

function unreadable(error: unknown): string {
  const { code = 'unreadable' } = error as NodeJS.ErrnoException;
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'is not UTF-8; save the file as UTF-8';
  if (code === 'ENOTDIR') return `is not a folder; ${EXPECTED_PLACE}`;
  return `cannot be read (${code}); check the path and its permissions`;
}
