import type { JsonObject } from '@lethe/contracts';
import { webhookKeys } from '../secrets/webhook-secret.js';
import {
  hostProblem,
  httpUrlProblem,
  originOf,
  parseAddresses,
  portOf,
  splitKeyPattern,
} from './config-shapes.js';

/** A variable whose value prevents deletions. */
export interface DeletionConfigProblem {
  readonly name: string;
  /** End of a sentence that begins with the name. It contains no configured values. */
  readonly problem: string;
}

interface Rule {
  /** Returns the problem of a text that is not empty. */
  readonly problem: (text: string, config: JsonObject) => string | undefined;
  /** Returns the problem of a list that is not empty. */
  readonly problemOfList?: (list: readonly unknown[]) => string | undefined;
  /**
   * Whether the rule is checked only when a deletion is requested, and not when the configuration
   * is saved. A value that prevents deletions can be valid for events.
   */
  readonly onlyForOrders?: true;
}

const KAFKA_LOGINS = ['plain', 'sha256', 'sha512', 'scram-sha-256', 'scram-sha-512'];
const POSTGRES_TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

const MOST_TABLES = 100;
const LONGEST_NAME = 200;
const ADDRESSES: Rule = { problem: (text) => textOr(parseAddresses(text)) };
const PORT: Rule = {
  problem: (text) => unless(portOf(text) !== undefined, 'must be a port from 1 to 65535'),
};
const KEY_PATTERN: Rule = {
  problem: (text) =>
    unless(
      splitKeyPattern(text) !== undefined,
      'must have {userId} or <userId> exactly once, as in user:<userId>',
    ),
};
const WITH_PASSWORD: Rule = {
  problem: (_text, { password }) => unless(isGiven(password), 'needs password as well'),
  onlyForOrders: true,
};

/**
 * Rules of the variables, by type. Each deletion starts with a check of these rules, so the code in
 * `libs/deletion-providers` can rely on them.
 */
const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  WEBHOOK: {
    deletionUrl: { problem: httpUrlProblem },
    verificationUrl: { problem: httpUrlProblem },
    deletionSecret: {
      problem: (text) =>
        unless(webhookKeys(text) !== undefined, 'must be base64 after each prefix whsec_'),
    },
  },
  REDIS: {
    address: ADDRESSES,
    keyPattern: KEY_PATTERN,
    database: matching(/^\d+$/, 'must be a whole number, 0 or more'),
    username: WITH_PASSWORD,
  },
  KAFKA: {
    hostName: ADDRESSES,
    port: PORT,
    keyPattern: KEY_PATTERN,
    topic: matching(/^[A-Za-z0-9._-]{1,249}$/, 'must be a valid name of a Kafka topic'),
    saslType: {
      problem: (text, { useSASL }) =>
        unless(
          useSASL !== true || KAFKA_LOGINS.includes(text.toLowerCase()),
          `must be one of ${KAFKA_LOGINS.join(', ')}`,
        ),
      onlyForOrders: true,
    },
  },
  S3: {
    endpoint: {
      problem: (text) =>
        unless(
          originOf(text) !== undefined,
          'must be an http or https URL without path, user name and password, such as https://s3.example.com',
        ),
    },
    bucketName: matching(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, 'must be the name of a bucket'),
    region: matching(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, such as eu-central-1'),
  },
  POSTGRES: {
    host: { problem: hostProblem },
    port: PORT,
    deletionTables: {
      problem: () => 'must be a list of {table, userIdColumn}',
      problemOfList: (list) =>
        unless(
          list.length <= MOST_TABLES && list.every(isTable),
          `must have at most ${MOST_TABLES} elements, each with a table and a userIdColumn`,
        ),
    },
    sslMode: {
      problem: (text) =>
        unless(
          POSTGRES_TLS_MODES.includes(text.toLowerCase()),
          `must be one of ${POSTGRES_TLS_MODES.join(', ')}`,
        ),
      onlyForOrders: true,
    },
  },
};

/**
 * Checks the variables that a deletion uses. Missing variables, and secrets that cannot be
 * decrypted, are not reported.
 *
 * @param type type of the destination, such as `WEBHOOK`
 * @param config configuration, or a part of it
 * @param moment `save` skips the rules that are checked only when a deletion is requested
 */
export function deletionConfigProblems(
  type: string,
  config: JsonObject,
  moment: 'save' | 'order',
): DeletionConfigProblem[] {
  return Object.entries(RULES[type] ?? {}).flatMap(
    ([name, { problem, problemOfList, onlyForOrders }]) => {
      const value = config[name];
      const list = Array.isArray(value) ? value : [];
      const text = textOf(value);
      if ((text === '' && list.length === 0) || (moment === 'save' && onlyForOrders === true))
        return [];
      const found = list.length > 0 ? problemOfList?.(list) : problem(text, config);
      return found === undefined ? [] : [{ name, problem: found }];
    },
  );
}

function isTable(element: unknown): boolean {
  const { table, userIdColumn } = Object(element) as JsonObject;
  return [table, userIdColumn].every(
    (name) => typeof name === 'string' && name.trim() !== '' && name.length <= LONGEST_NAME,
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function matching(pattern: RegExp, problem: string): Rule {
  return { problem: (text) => unless(pattern.test(text), problem), onlyForOrders: true };
}

function unless(isValid: boolean, problem: string): string | undefined {
  return isValid ? undefined : problem;
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
