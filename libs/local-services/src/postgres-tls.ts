import { chownSync, copyFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresAccount } from './postgres-account.js';

/** Paths of PEM files. */
export interface PostgresCertificates {
  readonly cert: string;
  readonly key: string;
}

/**
 * Copies the files into the data folder, because PostgreSQL requires that only its account can read
 * the key.
 *
 * @returns settings of the server; empty if there are no files
 */
export function tlsSettings(
  data: string,
  files: PostgresCertificates | undefined,
  account: PostgresAccount | undefined,
): Record<string, string> {
  if (files === undefined) return {};
  const copies = { cert: join(data, 'server.crt'), key: join(data, 'server.key') };
  for (const name of ['cert', 'key'] as const) {
    copyFileSync(files[name], copies[name]);
    chmodSync(copies[name], 0o600);
    if (account !== undefined) chownSync(copies[name], account.uid, account.gid);
  }
  return { ssl: 'on', ssl_cert_file: copies.cert, ssl_key_file: copies.key };
}
