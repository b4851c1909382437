import { count } from '../count.js';
import { oneLine } from '../format-table.js';
import { nameOfOwner } from './case-owner.js';
import type { CaseOutcome, CaseResult, Counts } from './case-outcome.js';
import { describeDifferences } from './difference.js';

/** Maximum lines of an error, which can have a long stack. */
const MOST_LINES = 20;
const WIDTH = Math.max(...['passed', 'failed', 'error'].map(({ length }) => length));

/** Returns the lines about a test case. Each line is safe on a terminal. */
export function showOutcome(outcome: CaseOutcome): string[] {
  const { testCase, result } = outcome;
  const { owner, name, from } = testCase;
  const place = 'file' in from && result.status !== 'passed' ? ` (${from.file})` : '';
  const title = `${result.status.padEnd(WIDTH)}  ${nameOfOwner(owner)}: ${name}${place}`;
  return [oneLine(title), ...detailsOf(outcome).map((line) => `    ${line}`)];
}

/** Returns the reason why a test case did not pass, as lines that are safe on a terminal. */
export function detailsOf(outcome: CaseOutcome): string[] {
  const { result } = outcome;
  if (result.status === 'failed') return describeDifferences(outcome).map(oneLine);
  if (result.status === 'passed') return [];
  const lines = describeError(result).split('\n');
  return [...lines.slice(0, MOST_LINES), ...(lines.length > MOST_LINES ? ['…'] : [])].map(oneLine);
}

function describeError({ error }: CaseResult): string {
  if (error === undefined) return 'There is no output, and the API gives no reason.';
  const { message, line, column, library } = error;
  if (line === undefined) return message;
  const place = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return `${place}${library === undefined ? '' : ` of library ${library}`}: ${message}`;
}

/** Returns a test case with its complete result, for programs. A case of a file has no id. */
export function outcomeToJson({ testCase, result, ms }: CaseOutcome): object {
  const { owner, name, from } = testCase;
  return { [`${owner.kind}Id`]: owner.id, ...result, id: undefined, ...from, name, ms };
}

/** Returns one sentence with the numbers of test cases by status. */
export function summaryOf({ passed, failed, errors }: Counts): string {
  const total = count(passed + failed + errors, 'test case');
  return `${total}: ${passed} passed, ${failed} failed, ${count(errors, 'error')}.`;
}
