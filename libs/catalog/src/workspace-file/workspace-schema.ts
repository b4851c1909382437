import {
  codeProblem,
  configProblem,
  didYouMean,
  EMAIL_LENGTH,
  EMAIL_PATTERN,
  EMAIL_PROBLEM,
  EMPTY_LABEL_PROBLEM,
  FIXED_LIMITS,
  ID_PATTERN,
  ID_PROBLEM,
  LABEL_PATTERN,
  LONG_EMAIL_PROBLEM,
  LONG_LABEL_PROBLEM,
  nameProblem,
  ROLES,
  SCOPES,
  secretNameProblem,
  type Role,
} from '@lethe/contracts';
import { CONNECTION_MODES } from '@lethe/destination-definitions';
import { z } from 'zod';

/** Returns the schema of a map that can have only these members. */
function members<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const unknown = issue.keys.map(
        (key) => `unknown key "${key}"${didYouMean(key, Object.keys(shape))}`,
      );
      return unknown.join('; ');
    },
  });
}

const id = z.string().regex(ID_PATTERN, ID_PROBLEM);

/** Returns a refinement that rejects a value if `problemOf` returns a problem. */
function checkedBy<T>(problemOf: (value: T) => string | undefined) {
  return (value: T, context: z.RefinementCtx): void => {
    const problem = problemOf(value);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  };
}

export const label = z
  .string()
  .max(FIXED_LIMITS.labelLength, LONG_LABEL_PROBLEM)
  .regex(LABEL_PATTERN, EMPTY_LABEL_PROBLEM)
  .superRefine(checkedBy(nameProblem));

export const secretName = label.superRefine(checkedBy(secretNameProblem));

export const email = z
  .string()
  .max(EMAIL_LENGTH, LONG_EMAIL_PROBLEM)
  .regex(EMAIL_PATTERN, EMAIL_PROBLEM)
  .superRefine(checkedBy(secretNameProblem));

export const scopes = z
  .array(z.enum(SCOPES))
  .min(1, 'must name at least one scope, or use a role instead');

/** 24 characters of base64 have 144 bits, which is more than the required 128. */
const secret = z
  .string()
  .min(24, 'is too weak: at least 24 random characters (128 bits) are needed')
  .max(512, 'must have at most 512 characters')
  .regex(/^[!-9;-~]+$/, 'must be printable ASCII without spaces and colons');

function wholeNumber(least: number, most: number, unit: string) {
  const error = `must be a whole number ${unit}, from ${least} to ${most}`;
  return z.int({ error }).min(least, error).max(most, error);
}

const rate = wholeNumber(1, 1_000_000, 'per second');

const config = z.record(z.string(), z.unknown()).superRefine(checkedBy(configProblem)).default({});

const code = z.string().superRefine(checkedBy(codeProblem));

const token = members({
  name: secretName,
  email,
  token: secret,
  role: z.enum(Object.keys(ROLES) as [Role, ...Role[]]).optional(),
  scopes: scopes.optional(),
  expiresAt: z.iso
    .datetime({ offset: true, error: 'must be a time like 2027-01-31T00:00:00Z' })
    .optional(),
});

const workspace = members({
  id,
  name: label.optional(),
  deletions: z.enum(['lethe', 'data-plane']).optional(),
  deletionDelay: wholeNumber(0, 30 * 86_400, 'of seconds').optional(),
  deletionDeadlineDays: wholeNumber(1, 365, 'of days').optional(),
  verifyAfterDays: wholeNumber(0, 3650, 'of days').optional(),
  requestsPerSecond: rate.optional(),
  usersPerSecond: rate.optional(),
  testsPerSecond: rate.optional(),
  tokens: z.array(token).default([]),
  sources: z
    .array(
      members({
        id,
        name: label,
        type: label,
        enabled: z.boolean().default(true),
        writeKey: label.optional(),
        config,
      }),
    )
    .default([]),
  transformations: z.array(members({ id, name: label, code })).default([]),
  libraries: z.array(members({ id, name: label, code })).default([]),
  credentials: z.array(members({ key: label, value: z.string() })).default([]),
  destinations: z
    .array(
      members({
        id,
        name: label,
        type: z.string(),
        enabled: z.boolean().default(true),
        connectionMode: z.enum(CONNECTION_MODES).default('cloud'),
        config,
        transformation: z.string().optional(),
      }),
    )
    .default([]),
  connections: z
    .array(
      members({
        sourceId: z.string(),
        destinationId: z.string(),
        enabled: z.boolean().default(true),
      }),
    )
    .default([]),
  dataPlanes: z.array(members({ name: secretName, token: secret })).default([]),
});

const namespace = members({
  id,
  name: label.optional(),
  workspaces: z.array(z.string()).default([]),
  dataPlanes: z.array(members({ name: secretName, token: secret })).default([]),
});

/**
 * Schema of a workspace file. `checkReferences` checks the references between the parts of the
 * file.
 */
export const workspaceFileSchema = members({
  workspaces: z.array(workspace),
  namespaces: z.array(namespace).default([]),
});

/** A valid workspace file, completed with default values. It contains secrets. */
export type WorkspaceDocument = z.infer<typeof workspaceFileSchema>;
