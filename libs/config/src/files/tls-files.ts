import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { followFile } from './followed-file.js';
import { unreadable } from '../load-config.js';

/** Paths of PEM files. */
export interface TlsFiles {
  /** Certificate authorities that must have signed the certificate of the other side. */
  readonly ca?: string | undefined;
  /** Certificate of Lethe, followed by the intermediate certificates. */
  readonly cert?: string | undefined;
  /** Private key of `cert`, not encrypted. */
  readonly key?: string | undefined;
}

export interface TlsFileProblem {
  readonly file: keyof TlsFiles;
  readonly message: string;
}

/**
 * Checks that the files are readable and contain certificates, and that the private key belongs to
 * the certificate.
 *
 * @returns the first problem, or undefined
 */
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
      const message = isPem
        ? `${path} does not contain a certificate (PEM)`
        : unreadable(path, error);
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
 * Returns a function that returns the current certificates and the current key. Call the returned
 * function for each connection: then new connections use replaced files without a restart.
 *
 * @throws the error of the file system if a file is unreadable at the call of `followTls`
 */
export function followTls(files: TlsFiles): () => SecureContextOptions {
  const names = (['ca', 'cert', 'key'] as const).filter((name) => files[name] !== undefined);
  const read = names.map((name) => [name, followFile(files[name] ?? '')] as const);
  return () => Object.fromEntries(read.map(([name, content]) => [name, content()]));
}
