import type { ConnectionOptions } from 'node:tls';
import { checkTlsFiles, followTls, type TlsFiles } from '../files/tls-files.js';

/** libpq's sslmode, without `allow` and `prefer`: those go on in plain text where TLS fails. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;
/** Accepted besides: `sslnegotiation` is read by pg, `uselibpqcompat` changes nothing for us. */
const OTHERS = ['sslnegotiation', 'uselibpqcompat'];

/**
 * @param text a `postgres://` URL
 * @returns what is wrong with its TLS parameters; never a value but that of sslmode, and paths
 */
export function postgresTlsProblem(text: string): string | undefined {
  const { searchParams } = new URL(text);
  const mode = searchParams.get('sslmode');
  for (const name of searchParams.keys()) {
    const known = name === 'sslmode' || name in FILES || OTHERS.includes(name);
    if (name.startsWith('ssl') && !known)
      return `the parameter ${name} is not supported, use sslmode, sslrootcert, sslcert, sslkey`;
  }
  if (mode !== null && !MODES.includes(mode))
    return `sslmode=${mode} is not supported, use ${MODES.join(', ')}`;
  const files = filesOf(searchParams);
  const [given] = Object.entries(FILES).find(([, file]) => files[file] !== undefined) ?? [];
  if (given !== undefined && (mode === null || mode === 'disable'))
    return `${given} needs sslmode=verify-full (or require, verify-ca)`;
  if (mode === 'verify-ca' && files.ca === undefined) return 'sslmode=verify-ca needs sslrootcert';
  if ((files.cert === undefined) !== (files.key === undefined))
    return 'sslcert and sslkey need one another';
  return checkTlsFiles(files)?.message;
}

/**
 * TLS as libpq means it: `require` encrypts (and with sslrootcert is `verify-ca`), `verify-ca`
 * checks who signed the certificate, `verify-full` the host's name as well. Without a mode nothing
 * is encrypted; libpq would take that for `prefer`.
 * https://www.postgresql.org/docs/18/libpq-ssl.html
 *
 * @param url a URL without a problem
 * @returns options of `tls.connect` that read the files anew when they are asked for; false
 *   without TLS
 */
export function postgresTls(url: URL): ConnectionOptions | false {
  const mode = url.searchParams.get('sslmode');
  if (mode === null || mode === 'disable') return false;
  const files = filesOf(url.searchParams);
  const read = followTls(files);
  const options: ConnectionOptions = {
    rejectUnauthorized: mode !== 'require' || files.ca !== undefined,
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
  for (const file of Object.keys(files) as (keyof TlsFiles)[]) {
    // pg copies the options for each connection, and the copying calls this.
    const get = () => read()[file];
    Object.defineProperty(options, file, { enumerable: true, configurable: true, get });
  }
  return options;
}

function filesOf(parameters: URLSearchParams): TlsFiles {
  return Object.fromEntries(
    Object.entries(FILES).flatMap(([name, file]) => {
      const path = parameters.get(name);
      // libpq's word for the authorities that the system trusts.
      return path === null || (file === 'ca' && path === 'system') ? [] : [[file, path]];
    }),
  );
}
