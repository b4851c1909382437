import { joinPath } from './file-node.js';
import type { ProblemCollector } from './workspace-file-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Matches a reference `${NAME}`, and also `$${NAME}`, which gives the text `${NAME}`. */
const REFERENCE = /(\$?)\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Matches paths of code in the document. In code, `${…}` is JavaScript and stays unchanged. */
const CODE = /^workspaces\[\d+\]\.(?:transformations|libraries)\[\d+\]\.code$/;

// Characters that PostgreSQL cannot store in a text.
const UNSTORABLE = /\u0000|\p{Surrogate}/u; // eslint-disable-line no-control-regex -- U+0000 is the point

/**
 * Replaces `${NAME}` by the environment variable in every text except code, and reports values that
 * the database cannot store.
 *
 * @param value the document, or a part of it
 * @param path the path of `value` in the document
 */
export function resolveValues(
  value: unknown,
  path: string,
  environment: Environment,
  problems: ProblemCollector,
): unknown {
  if (typeof value === 'string') return resolveText(value, path, environment, problems);
  if (typeof value === 'number' && !isExact(value)) {
    problems.addExplaining(
      path,
      'is a number that cannot be stored exactly; write it as a string, in quotes',
    );
  }
  if (Array.isArray(value)) {
    return value.map((element, index) =>
      resolveValues(element, joinPath(path, index), environment, problems),
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const memberPath = joinPath(path, name);
      if (UNSTORABLE.test(name)) problems.addExplaining(memberPath, UNSTORABLE_PROBLEM);
      return [name, resolveValues(member, memberPath, environment, problems)];
    }),
  );
}

const UNSTORABLE_PROBLEM = 'has U+0000 or a lone surrogate, which cannot be stored';

function resolveText(
  text: string,
  path: string,
  environment: Environment,
  problems: ProblemCollector,
): string {
  const missing = new Set<string>();
  const resolved = CODE.test(path)
    ? text
    : text.replace(REFERENCE, (reference, escape: string, name: string) => {
        if (escape !== '') return reference.slice(1);
        const value = environment[name];
        if (value === undefined || value === '') missing.add(name);
        return value ?? '';
      });
  if (missing.size > 0) {
    problems.addExplaining(
      path,
      `needs the environment variable ${[...missing].join(', ')}, which is not set`,
    );
  }
  if (UNSTORABLE.test(resolved)) problems.addExplaining(path, UNSTORABLE_PROBLEM);
  return resolved;
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
