import type { ConnectionOptions } from 'node:tls';
import type pg from 'pg';

/** Where a database is, and how to connect to it. A text is a `postgres://` URL as pg reads it. */
export type DatabaseTarget =
  | string
  | {
      /** `postgres://` URL without TLS parameters. */
      readonly url: string;
      readonly ssl: ConnectionOptions | false;
      /** Asked for each connection; the URL's password when absent. */
      readonly password?: () => string;
    };

/** What a client of pg, or a pool, has to be made with to connect to the database. */
export function clientConfig(target: DatabaseTarget): pg.ClientConfig {
  if (typeof target === 'string') return { connectionString: target };
  const url = new URL(target.url);
  const password = target.password ?? decoded(url.password);
  const host = decoded(url.hostname)?.replace(/^\[(.+)\]$/, '$1');
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  // Not as connectionString: what is in there would replace the password.
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

/** Where it is, for messages: `host:port`, nothing secret. */
export function placeOf(target: DatabaseTarget): string {
  const url = new URL(typeof target === 'string' ? target : target.url);
  return `${url.hostname || 'localhost'}:${url.port || '5432'}`;
}

function decoded(text: string): string | undefined {
  return text === '' ? undefined : decodeURIComponent(text);
}
