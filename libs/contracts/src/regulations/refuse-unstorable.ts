import { DetailsCollector } from '../errors/details.js';
import { showKey } from '../errors/show-key.js';

/**
 * Rejects values that cannot be stored unchanged. PostgreSQL cannot store texts and keys with
 * U+0000 or a lone surrogate. Numbers are rejected if they lost digits or became infinite when they
 * were parsed.
 *
 * @param value result of `JSON.parse`, whose depth was already checked
 * @throws LetheError `invalid_request` with the path of each such value
 */
export function refuseUnstorable(value: unknown): void {
  if (isStorable(value)) return;
  const problems = new DetailsCollector();
  visit(value, '', problems);
  problems.throwIfAny();
}

/**
 * Returns whether `refuseUnstorable` accepts the value. It computes no paths, so that it is fast
 * for a request with 10,000 users.
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return textProblem(value) === undefined;
  if (typeof value === 'number') return numberProblem(value) === undefined;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  for (const key of Object.keys(value)) {
    if (textProblem(key) !== undefined) return false;
    if (!isStorable((value as Readonly<Record<string, unknown>>)[key])) return false;
  }
  return true;
}

/** Returns the problem with a text, or undefined if it can be stored. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\u0000')) return 'must not contain U+0000';
  if (!text.isWellFormed()) return 'must not contain a lone surrogate';
  return undefined;
}

function visit(value: unknown, path: string, problems: DetailsCollector): void {
  if (problems.isFull) return;
  if (typeof value === 'string') {
    report(textProblem(value), path, problems);
  } else if (typeof value === 'number') {
    report(numberProblem(value), path, problems);
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) visit(element, `${path}[${index}]`, problems);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const memberPath = path === '' ? showKey(key) : `${path}.${showKey(key)}`;
      const problem = textProblem(key);
      if (problem !== undefined) problems.add(memberPath, `the name ${problem}`);
      visit(member, memberPath, problems);
    }
  }
}

function report(problem: string | undefined, path: string, problems: DetailsCollector): void {
  if (problem !== undefined) problems.add(path === '' ? 'body' : path, problem);
}

function numberProblem(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'is a number out of range; send it as a string';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return 'is an integer beyond ±2^53 and would lose digits; send it as a string';
  }
  return undefined;
}
