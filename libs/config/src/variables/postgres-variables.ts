import { urlOf } from '@lethe/contracts';
import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';
import { followFile, followSecret, withoutLineEnd } from '../files/followed-file.js';
import { postgresTls } from './postgres-tls.js';
import { fileOf, optionalText, postgresUrl } from './kinds.js';

const TLS = 'sslmode, sslrootcert, sslcert and sslkey mean what they mean to libpq';

/** Where the database is, beside `DATABASE_URL` itself: the same for every app that has one. */
export const postgresVariables = {
  DATABASE_URL_FILE: optionalText(
    'File that holds DATABASE_URL; its password is read again for each connection.',
  ),
  LETHE_DATABASE_PASSWORD: optionalText(
    'Password, where it is not in DATABASE_URL; replaces the one that is there.',
  ),
  LETHE_DATABASE_PASSWORD_FILE: optionalText(
    'File with the password; read again for each connection.',
  ),
  LETHE_DATABASE_SESSION_URL: postgresUrl()
    .optional()
    .describe('The same database with sessions, where DATABASE_URL is a transaction pooler.'),
  LETHE_DATABASE_SESSION_URL_FILE: fileOf('LETHE_DATABASE_SESSION_URL'),
};

/** `DATABASE_URL`. @param text what it is for */
export function databaseUrl(text = 'PostgreSQL, as postgres://user:password@host:5432/database') {
  return postgresUrl().describe(`${text}; ${TLS}.`);
}

/** `DATABASE_URL` of an app that starts a database itself without it. @param text what it is for */
export function optionalDatabaseUrl(text: string) {
  return postgresUrl().optional().describe(`${text}; ${TLS}.`);
}

export type PostgresVariables = Readonly<z.infer<z.ZodObject<typeof postgresVariables>>>;

/** How to connect, as `@lethe/database` takes it. */
export interface PostgresTarget {
  /** Without the TLS parameters. */
  readonly url: string;
  /** Reads certificates and keys anew for each connection. */
  readonly ssl: ConnectionOptions | false;
  /** The present password, where it is not the one of the URL. */
  readonly password?: () => string;
}

/** Where the database is and how to log in, from all of the variables. */
export function postgresTarget(
  config: PostgresVariables & { readonly DATABASE_URL: string },
): PostgresTarget {
  return targetOf(config.DATABASE_URL, passwordOf(config, config.DATABASE_URL_FILE));
}

/** As `postgresTarget`, for connections that keep their session: locks, `LISTEN`, migrations. */
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
