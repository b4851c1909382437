import type { ConnectionOptions } from 'node:tls';
import type pg from 'pg';

/**
 * Address of a database, and how to connect to it. A string is a `postgres://` URL that pg itself
 * parses.
 */
export type DatabaseTarget =
  | string
  | {
      /** `postgres://` URL without TLS parameters. */
      readonly url: string;
      readonly ssl: ConnectionOptions | false;
      /** Returns the password for a new connection. If absent, the password of the URL is used. */
      readonly password?: () => string;
    };

/** Returns the options with which a client or a pool of pg connects to the database. */
export function clientConfig(target: DatabaseTarget): pg.ClientConfig {
  if (typeof target === 'string') return { connectionString: target };
  const url = new URL(target.url);
  const password = target.password ?? decoded(url.password);
  const host = decoded(url.hostname)?.replace(/^\[(.+)\]$/, '$1');
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  // Do not pass `connectionString`: pg would then ignore `password` and use the password of the
  // URL.
  return {
    ...(host === undefined ? {} : { host }),
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    ...(user === undefined ? {} : { user }),
    ...(database === undefined ? {} : { database }),
    ...Object.fromEntries(url.searchParams),
    ...(password === undefined ? {} : { password }),
    ssl: target.ssl,
  };
}

/** Returns `host:port` for messages, without secrets. */
export function hostAndPortOf(target: DatabaseTarget): string {
  const url = new URL(typeof target === 'string' ? target : target.url);
  return `${url.hostname || 'localhost'}:${url.port || '5432'}`;
}

function decoded(text: string): string | undefined {
  return text === '' ? undefined : decodeURIComponent(text);
}
