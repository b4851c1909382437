import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { withoutLineEnd } from './files/followed-file.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment of the process. ESLint refuses other uses of `process.env`. */
export function processEnvironment(): Environment {
  return process.env;
}

/**
 * Validates an environment against a schema with names of variables as keys. An empty variable is
 * treated as absent. If the schema has `X` and `X_FILE`, then `X_FILE` is the path of a file that
 * contains the value of `X`.
 *
 * @param schema one entry for each variable, with a description for the docs
 * @param environment usually `processEnvironment()`
 * @returns the parsed configuration, frozen
 * @throws ConfigError that lists every missing or wrong variable, never with its value
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  environment: Environment,
): Readonly<z.infer<S>> {
  const given = new Map(
    Object.keys(schema.shape).flatMap((name) => {
      const value = environment[name];
      return value === undefined || value === '' ? [] : [[name, value] as const];
    }),
  );
  const { inFiles, problems } = readSecrets(schema, given);
  const parsed = schema.safeParse(Object.fromEntries([...given, ...inFiles]));
  if (parsed.success && problems.size === 0) return Object.freeze(parsed.data);
  for (const issue of parsed.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    const source = inFiles.has(name) ? `${name}_FILE` : name;
    if (problems.has(source) || problems.has(`${name}_FILE`)) continue;
    const isPresent = given.has(source);
    problems.set(
      source,
      isPresent ? `${source}: ${issue.message}` : `${name} is missing: ${describe(schema, name)}`,
    );
  }
  throw new ConfigError([...problems.values()]);
}

function readSecrets(schema: z.ZodObject, given: ReadonlyMap<string, string>) {
  const inFiles = new Map<string, string>();
  const problems = new Map<string, string>();
  for (const [file, path] of given) {
    const name = file.replace(/_FILE$/, '');
    if (name === file || !(name in schema.shape)) continue;
    if (given.has(name)) {
      problems.set(file, `${file}: ${name} is set as well; set only one of the two`);
      continue;
    }
    try {
      const value = withoutLineEnd(readFileSync(path, 'utf8'));
      if (value === '') problems.set(file, `${file}: the file ${path} is empty`);
      else inFiles.set(name, value);
    } catch (error) {
      problems.set(file, `${file}: ${unreadable(path, error)}`);
    }
  }
  return { inFiles, problems };
}

/** Returns the error text for an unreadable file. */
export function unreadable(path: string, error: unknown): string {
  return `the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
}

function describe(schema: z.ZodObject, name: string): string {
  const entry = schema.shape[name] as z.ZodType | undefined;
  return entry?.description ?? 'it is required';
}
