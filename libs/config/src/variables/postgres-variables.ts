import { urlOf } from '@lethe/contracts';
import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';
import { followFile, followSecret, withoutLineEnd } from '../files/followed-file.js';
import { postgresTls } from './postgres-tls.js';
import { fileOf, optionalText, postgresUrl } from './kinds.js';

const TLS = 'The parameters sslmode, sslrootcert, sslcert and sslkey work as in libpq';

/** Variables of every app that uses the database, without `DATABASE_URL`. */
export const postgresVariables = {
  DATABASE_URL_FILE: optionalText(
    'File that contains the value of DATABASE_URL. The password is read again for each connection.',
  ),
  LETHE_DATABASE_PASSWORD: optionalText(
    'Password of the database user. It replaces a password in DATABASE_URL.',
  ),
  LETHE_DATABASE_PASSWORD_FILE: optionalText(
    'File that contains the password. It is read again for each connection.',
  ),
  LETHE_DATABASE_SESSION_URL: postgresUrl()
    .optional()
    .describe(
      'URL of the same database without the pooler. Required if DATABASE_URL is a transaction pooler.',
    ),
  LETHE_DATABASE_SESSION_URL_FILE: fileOf('LETHE_DATABASE_SESSION_URL'),
};

/**
 * Returns the schema of `DATABASE_URL`.
 *
 * @param text description of the database
 */
export function databaseUrl(text = 'PostgreSQL, as postgres://user:password@host:5432/database') {
  return postgresUrl().describe(`${text}. ${TLS}.`);
}

/**
 * Returns the schema of `DATABASE_URL` for an app that starts its own database if the variable is
 * absent.
 *
 * @param text description of the database
 */
export function optionalDatabaseUrl(text: string) {
  return postgresUrl().optional().describe(`${text}. ${TLS}.`);
}

export type PostgresVariables = Readonly<z.infer<z.ZodObject<typeof postgresVariables>>>;

/** Connection options for `@lethe/database`. */
export interface PostgresTarget {
  /** URL without the TLS parameters. */
  readonly url: string;
  /** TLS options, which read certificates and keys again for each connection. */
  readonly ssl: ConnectionOptions | false;
  /** Returns the current password, when it is not in the URL. */
  readonly password?: () => string;
}

/** Returns the address, the TLS options and the password of the database. */
export function postgresTarget(
  config: PostgresVariables & { readonly DATABASE_URL: string },
): PostgresTarget {
  return targetOf(config.DATABASE_URL, passwordOf(config, config.DATABASE_URL_FILE));
}

/**
 * Returns the address, the TLS options and the password for locks, `LISTEN` and migrations. These
 * need a connection that keeps its session.
 */
export function postgresSessionTarget(
  config: PostgresVariables & { readonly DATABASE_URL: string },
): PostgresTarget {
  const { LETHE_DATABASE_SESSION_URL: url, LETHE_DATABASE_SESSION_URL_FILE: file } = config;
  return url === undefined ? postgresTarget(config) : targetOf(url, passwordOf(config, file));
}

function targetOf(text: string, password: (() => string) | undefined): PostgresTarget {
  const url = new URL(text);
  const ssl = postgresTls(url);
  for (const name of ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat']) {
    url.searchParams.delete(name);
  }
  return { url: url.href, ssl, ...(password === undefined ? {} : { password }) };
}

function passwordOf(
  config: PostgresVariables,
  urlFile: string | undefined,
): (() => string) | undefined {
  const { LETHE_DATABASE_PASSWORD: fixed, LETHE_DATABASE_PASSWORD_FILE: file } = config;
  if (file !== undefined) return followSecret(file);
  if (fixed !== undefined) return () => fixed;
  if (urlFile === undefined) return undefined;
  const read = followFile(urlFile);
  return () => passwordIn(withoutLineEnd(read()));
}

function passwordIn(url: string): string {
  return decodeURIComponent(urlOf(url)?.password ?? '');
}
