import { z } from 'zod';
import { ConfigError } from './config-error.js';

/** The environment as a process gets it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The process's environment: the one place where it is read. */
export function processEnvironment(): Environment {
  return process.env;
}

/**
 * Validates an environment against a schema whose keys are names of variables. An empty variable
 * counts as absent.
 *
 * @param schema one entry for each variable, with a description for the docs
 * @param environment usually `processEnvironment()`
 * @returns the parsed configuration, frozen
 * @throws ConfigError naming every missing or wrong variable, never its value
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  environment: Environment,
): Readonly<z.infer<S>> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = environment[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  throw new ConfigError(
    parsed.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? '');
      return name in given
        ? `${name}: ${issue.message}`
        : `${name} is missing: ${describe(schema, name)}`;
    }),
  );
}

function describe(schema: z.ZodObject, name: string): string {
  const entry = schema.shape[name] as z.ZodType | undefined;
  return entry?.description ?? 'it is required';
}
