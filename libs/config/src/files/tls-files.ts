import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { followFile } from './followed-file.js';
import { unreadable } from '../load-config.js';

/** Paths of PEM files. */
export interface TlsFiles {
  /** Certificate authorities that the other side's certificate is checked against. */
  readonly ca?: string | undefined;
  /** Our certificate, with the intermediate ones behind it. */
  readonly cert?: string | undefined;
  /** Its private key, not encrypted. */
  readonly key?: string | undefined;
}

/** What is wrong with one of the files. */
export interface TlsFileProblem {
  readonly file: keyof TlsFiles;
  readonly message: string;
}

/** Looks whether the files can be read, are what they should be, and belong together. */
export function checkTlsFiles(files: TlsFiles): TlsFileProblem | undefined {
  const contents: Partial<Record<keyof TlsFiles, string>> = {};
  for (const file of ['ca', 'cert', 'key'] as const) {
    const path = files[file];
    if (path === undefined) continue;
    try {
      contents[file] = readFileSync(path, 'utf8');
      if (file !== 'key') new X509Certificate(contents[file]);
    } catch (error) {
      const isPem = (error as { path?: unknown }).path === undefined;
      const message = isPem ? `${path} holds no certificate (PEM)` : unreadable(path, error);
      return { file, message };
    }
  }
  try {
    createSecureContext(contents);
    return undefined;
  } catch {
    const message = `${files.key ?? ''} is not the unencrypted private key (PEM) of ${files.cert ?? ''}`;
    return { file: 'key', message };
  }
}

/**
 * Certificates and keys as they are on the disk when the returned function is called. A caller that
 * calls it for each connection uses replaced ones without a restart.
 *
 * @throws what the file system throws when a file cannot be read now
 */
export function followTls(files: TlsFiles): () => SecureContextOptions {
  const names = (['ca', 'cert', 'key'] as const).filter((name) => files[name] !== undefined);
  const read = names.map((name) => [name, followFile(files[name] ?? '')] as const);
  return () => Object.fromEntries(read.map(([name, content]) => [name, content()]));
}
