import { didYouMean } from '@lethe/contracts';
import { z } from 'zod';
import type { ConfigField } from '../definition/config-field.js';
import {
  CONNECTION_MODES,
  DESTINATION_CATEGORIES,
  MESSAGE_TYPES,
} from '../definition/destination-definition.js';
import { members } from './members.js';

const RESERVED = ['__proto__', 'constructor', 'prototype'];

/** Returns a schema for the name of a member. */
function memberName(pattern: RegExp, rule: string) {
  return z
    .string()
    .regex(pattern, `must be ${rule}`)
    .refine((name) => !RESERVED.includes(name), 'is a name that JavaScript reserves');
}

// Names of variables have no dots, because `headers.to` means a member of the variable `headers`.
const variable = memberName(/^[\w$-]{1,100}$/, '1 to 100 letters, digits, "_", "-" or "$"');
/** Name of an identifier. The rule is the same as for further identifiers of users. */
const identifier = memberName(/^[\w.$-]{1,64}$/, '1 to 64 letters, digits, "_", "-", "." or "$"');

/** Text that is shown to people. */
const label = z
  .string()
  .max(200, 'must have at most 200 characters')
  .refine((text) => text.trim() !== '', 'must not be empty');

const field: z.ZodType<ConfigField> = members({
  type: z.enum(['string', 'number', 'boolean', 'object', 'array']),
  items: z.lazy(() => field).exactOptional(),
  members: z
    .record(
      memberName(/^[^]{1,100}$/, '1 to 100 characters'),
      z.lazy(() => field),
    )
    .exactOptional(),
  choices: z.array(z.unknown()).min(1).exactOptional(),
  default: z.unknown().exactOptional(),
  required: z.boolean().exactOptional(),
  secret: z.boolean().exactOptional(),
});

const config = members({
  destConfig: members({ defaultConfig: z.array(variable) }),
  fields: z.record(variable, field).default({}),
  secretKeys: z.array(z.string()).exactOptional(),
  supportedMessageTypes: z
    .array(z.enum(MESSAGE_TYPES))
    .min(1)
    .default([...MESSAGE_TYPES]),
  supportedConnectionModes: z.array(z.enum(CONNECTION_MODES)).min(1).default(['cloud']),
}).superRefine(({ destConfig, fields, secretKeys = [] }, context) => {
  const variables = destConfig.defaultConfig;
  const add = (path: (string | number)[], message: string): void => {
    context.addIssue({ code: 'custom', path, message });
  };
  variables.forEach((name, index) => {
    if (variables.indexOf(name) !== index) {
      add(['destConfig', 'defaultConfig', index], `repeats "${name}"`);
    }
  });
  const mustBeVariable = (name: string, path: (string | number)[]): void => {
    if (variables.includes(name)) return;
    add(path, `"${name}" is not in destConfig.defaultConfig${didYouMean(name, variables)}`);
  };
  Object.keys(fields).forEach((name) => {
    mustBeVariable(name, ['fields', name]);
  });
  secretKeys.forEach((key, index) => {
    mustBeVariable(key.split('.')[0] ?? key, ['secretKeys', index]);
  });
});

/** Message for a value of `supported` that is not true or false. */
const EITHER_WAY = {
  error: ({ code }: z.core.$ZodRawIssue) =>
    code === 'invalid_union' ? 'must be true or false' : undefined,
};

const test = z.discriminatedUnion(
  'supported',
  [
    members({ supported: z.literal(true) }),
    members({ supported: z.literal(false), reason: label.exactOptional() }),
  ],
  EITHER_WAY,
);

const deletion = z.discriminatedUnion(
  'supported',
  [
    members({
      supported: z.literal(true),
      identifiers: z.array(identifier).min(1).default(['userId']),
      batchSize: z.int().min(1).max(10_000).default(1),
      requestsPerSecond: z.number().positive().max(1_000).exactOptional(),
    }),
    members({ supported: z.literal(false), reason: label.exactOptional() }),
  ],
  EITHER_WAY,
);

/** Schema of a definition from an operator, or from the list of another installation. */
export const definitionSchema = members({
  id: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be 1 to 100 letters, digits, "_" or "-"')
    .exactOptional(),
  name: z.string().regex(/^[A-Z0-9_]{1,64}$/, 'must be 1 to 64 upper-case letters, digits or "_"'),
  displayName: label,
  category: z.enum(DESTINATION_CATEGORIES).default('cloud'),
  provider: z
    .literal(
      'transformer',
      'must be transformer or absent: this version of Lethe has no such type of its own',
    )
    .default('transformer'),
  config,
  capabilities: members({
    test: test.default({ supported: true }),
    deletion: deletion.default({ supported: false }),
  }).prefault({}),
});

/** A definition of an operator, completed with default values. */
export type ImportedDefinition = z.infer<typeof definitionSchema>;
