import { DetailsCollector } from '../errors/details.js';
import { showKey } from '../errors/show-key.js';

/**
 * Refuses what would not come back as it was given: U+0000 and lone surrogates (Postgres cannot
 * hold them) in keys and values, and numbers that lost digits or became infinite on parsing.
 *
 * @param value what `JSON.parse` returned; its depth must be bounded already
 * @throws LetheError `invalid_request` naming each path
 */
export function refuseUnstorable(value: unknown): void {
  if (isStorable(value)) return;
  const problems = new DetailsCollector();
  visit(value, '', problems);
  problems.throwIfAny();
}

/** The same question as that of `refuseUnstorable`, without the paths: 10,000 users pass here with every request of that size. */
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

/** What is wrong with a text, or undefined when it can be stored. */
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
  if (!Number.isFinite(value)) return 'is a number out of range';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return 'is an integer beyond ±2^53 and would lose digits; send it as a string';
  }
  return undefined;
}
