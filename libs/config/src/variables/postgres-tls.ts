import type { ConnectionOptions } from 'node:tls';
import { checkTlsFiles, followTls, type TlsFiles } from '../files/tls-files.js';

/** Values of libpq's sslmode, without `allow` and `prefer`, which fall back to plain text. */
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;
/** Other accepted parameters. pg reads `sslnegotiation`, and Lethe ignores `uselibpqcompat`. */
const OTHER_PARAMETERS = ['sslnegotiation', 'uselibpqcompat'];

/**
 * Returns the problem of the TLS parameters of a URL, or undefined. The text shows only the value
 * of sslmode and paths of files.
 *
 * @param text a `postgres://` URL
 */
export function postgresTlsProblem(text: string): string | undefined {
  const { searchParams } = new URL(text);
  const mode = searchParams.get('sslmode');
  for (const name of searchParams.keys()) {
    const known = name === 'sslmode' || name in FILES || OTHER_PARAMETERS.includes(name);
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
    return 'sslcert and sslkey must be set together';
  return checkTlsFiles(files)?.message;
}

/**
 * Returns TLS options for the parameters of a URL. They have the same meaning as in libpq.
 * `require` encrypts without a check of the certificate. With sslrootcert, `require` equals
 * `verify-ca`. `verify-ca` checks the authority of the certificate. `verify-full` also checks the
 * host name. There is one difference: if sslmode is absent, Lethe does not encrypt, but libpq uses
 * `prefer`. https://www.postgresql.org/docs/18/libpq-ssl.html
 *
 * @param url a URL that `postgresTlsProblem` accepts
 * @returns options of `tls.connect`, which read the files again at each access; false without TLS
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
    // pg copies the options for each connection. The copy calls this getter, which reads the file.
    const get = () => read()[file];
    Object.defineProperty(options, file, { enumerable: true, configurable: true, get });
  }
  return options;
}

function filesOf(parameters: URLSearchParams): TlsFiles {
  return Object.fromEntries(
    Object.entries(FILES).flatMap(([name, file]) => {
      const path = parameters.get(name);
      // `system` is a value of libpq. With it, Lethe uses the authorities that Node trusts.
      return path === null || (file === 'ca' && path === 'system') ? [] : [[file, path]];
    }),
  );
}
