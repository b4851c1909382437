import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  checkKafkaVariables,
  kafkaSecurity,
  kafkaVariables,
} from '../src/variables/kafka-variables.js';
import { loadConfig, type Environment } from '../src/load-config.js';
import {
  databaseUrl,
  postgresSessionTarget,
  postgresTarget,
  postgresVariables,
} from '../src/variables/postgres-variables.js';
import { checkRpcVariables, rpcTls, rpcVariables } from '../src/variables/rpc-variables.js';

const schema = z
  .object({ DATABASE_URL: databaseUrl(), ...postgresVariables, ...kafkaVariables, ...rpcVariables })
  .superRefine(checkKafkaVariables)
  .superRefine(checkRpcVariables);
const URL_ALONE = 'postgres://lethe:s3cret@db.example.com/lethe';

describe('connection variables', () => {
  let folder: string;
  let cert: string;
  let key: string;
  let otherKey: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-config-'));
    [cert, key] = selfSigned('one');
    [, otherKey] = selfSigned('two');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function selfSigned(name: string): [cert: string, key: string] {
    const files = [join(folder, `${name}.crt`), join(folder, `${name}.key`)] as [string, string];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    const output = ['-nodes', '-subj', `/CN=${name}`, '-out', files[0], '-keyout', files[1]];
    execFileSync('openssl', [...request, ...output], { stdio: 'ignore' });
    return files;
  }

  function file(name: string, content: string): string {
    const path = join(folder, name);
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path); // Kubernetes replaces secrets in the same way
    return path;
  }

  const load = (environment: Environment) =>
    loadConfig(schema, { DATABASE_URL: URL_ALONE, ...environment });

  it('enable neither TLS nor a login when none is set', () => {
    const config = load({});
    expect(kafkaSecurity(config)).toEqual({});
    expect(rpcTls(config)).toBeUndefined();
    expect(postgresTarget(config)).toEqual({ url: URL_ALONE, ssl: false });
    expect(postgresSessionTarget(config)).toEqual({ url: URL_ALONE, ssl: false });
  });

  it('can be in files, and the last line end of a file is ignored', () => {
    const url = file('url', `${URL_ALONE}\n`);
    const config = load({ DATABASE_URL: '', DATABASE_URL_FILE: url });
    expect(config.DATABASE_URL).toBe(URL_ALONE);
  });

  it('are read again when a file with a password changes', () => {
    const path = file('password', 'first');
    const login = {
      LETHE_KAFKA_SASL_MECHANISM: 'plain',
      LETHE_KAFKA_USERNAME: 'u',
      LETHE_KAFKA_PASSWORD_FILE: path,
    };
    const url = file('url', URL_ALONE);
    const database = postgresTarget(load({ LETHE_DATABASE_PASSWORD_FILE: path }));
    const { sasl } = kafkaSecurity(load(login));
    const inUrl = postgresTarget(load({ DATABASE_URL: '', DATABASE_URL_FILE: url }));
    expect([database.password?.(), sasl?.password(), inUrl.password?.()]).toEqual([
      'first',
      'first',
      's3cret',
    ]);
    file('password', 'second one \n');
    file('url', URL_ALONE.replace('s3cret', 'new%21'));
    expect([database.password?.(), sasl?.password(), inUrl.password?.()]).toEqual([
      'second one ',
      'second one ',
      'new!',
    ]);
    rmSync(path);
    expect(database.password?.()).toBe('second one ');
  });

  it('are read again when a certificate file changes', () => {
    const own = { LETHE_KAFKA_CERT_FILE: cert, LETHE_KAFKA_KEY_FILE: key };
    const rotated = file('ca', 'placeholder');
    execFileSync('cp', [cert, rotated]);
    const config = load({ LETHE_KAFKA_TLS: 'true', LETHE_KAFKA_CA_FILE: rotated, ...own });
    const { tls } = kafkaSecurity(config);
    const before = tls?.();
    expect(before?.ca).toContain('BEGIN CERTIFICATE');
    file('ca', 'another');
    expect(tls?.()).toEqual({ ...before, ca: 'another' });
  });

  it('give sslmode the same meaning as in libpq', () => {
    const ssl = (query: string) =>
      postgresTarget(load({ DATABASE_URL: `${URL_ALONE}?${query}&application_name=x` })).ssl;
    expect(ssl('sslmode=disable')).toBe(false);
    expect(ssl('sslmode=require')).toMatchObject({ rejectUnauthorized: false });
    expect(ssl(`sslmode=require&sslrootcert=${cert}`)).toMatchObject({ rejectUnauthorized: true });
    const chainOnly = ssl(`sslmode=verify-ca&sslrootcert=${cert}`);
    expect(chainOnly).toMatchObject({ rejectUnauthorized: true });
    expect(Object.keys(chainOnly)).toContain('checkServerIdentity');
    const full = ssl(`sslmode=verify-full&sslrootcert=${cert}&sslcert=${cert}&sslkey=${key}`);
    expect(Object.keys(full)).toEqual(['rejectUnauthorized', 'ca', 'cert', 'key']);
    expect(ssl('sslmode=verify-full&sslrootcert=system')).toEqual({ rejectUnauthorized: true });
  });

  it.each<[string, () => Environment, string]>([
    [
      'a variable that a file also sets',
      () => ({ DATABASE_URL_FILE: cert }),
      'DATABASE_URL_FILE: DATABASE_URL is set as well',
    ],
    [
      'a missing file',
      () => ({ LETHE_DATABASE_PASSWORD_FILE: '/nowhere' }),
      'LETHE_DATABASE_PASSWORD_FILE: the file /nowhere cannot be read (ENOENT)',
    ],
    ['an empty secret', () => ({ LETHE_DATABASE_PASSWORD_FILE: file('empty', '\n') }), 'is empty'],
    [
      'a file without a URL',
      () => ({ LETHE_DATABASE_SESSION_URL_FILE: file('bad', 'x') }),
      'LETHE_DATABASE_SESSION_URL_FILE: must be a URL',
    ],
    [
      'an sslmode that falls back to plain text',
      () => ({ DATABASE_URL: `${URL_ALONE}?sslmode=prefer` }),
      'DATABASE_URL: sslmode=prefer is not supported',
    ],
    [
      'a misspelled parameter',
      () => ({ DATABASE_URL: `${URL_ALONE}?sslmod=require` }),
      'sslmod is not supported',
    ],
    [
      'an authority without sslmode',
      () => ({ DATABASE_URL: `${URL_ALONE}?sslrootcert=${cert}` }),
      'sslrootcert needs sslmode=verify-full',
    ],
    [
      'verify-ca without an authority',
      () => ({ DATABASE_URL: `${URL_ALONE}?sslmode=verify-ca` }),
      'sslmode=verify-ca needs sslrootcert',
    ],
    [
      'a missing authority file',
      () => ({ DATABASE_URL: `${URL_ALONE}?sslmode=verify-full&sslrootcert=/nowhere` }),
      'DATABASE_URL: the file /nowhere cannot be read (ENOENT)',
    ],
    [
      'a login without its mechanism',
      () => ({ LETHE_KAFKA_PASSWORD: 'x' }),
      'LETHE_KAFKA_PASSWORD: needs LETHE_KAFKA_SASL_MECHANISM',
    ],
    [
      'a mechanism without a login',
      () => ({ LETHE_KAFKA_SASL_MECHANISM: 'plain' }),
      'LETHE_KAFKA_SASL_MECHANISM: needs LETHE_KAFKA_USERNAME and',
    ],
    [
      'an unknown mechanism',
      () => ({ LETHE_KAFKA_SASL_MECHANISM: 'gssapi' }),
      'LETHE_KAFKA_SASL_MECHANISM: must be plain',
    ],
    [
      'certificates without TLS',
      () => ({ LETHE_KAFKA_CA_FILE: cert }),
      'LETHE_KAFKA_CA_FILE: needs LETHE_KAFKA_TLS=true',
    ],
    [
      'a certificate without its key',
      () => ({ LETHE_KAFKA_TLS: 'true', LETHE_KAFKA_CERT_FILE: cert }),
      'LETHE_KAFKA_CERT_FILE: needs LETHE_KAFKA_KEY_FILE',
    ],
    [
      'the key of another certificate',
      () => ({
        LETHE_KAFKA_TLS: 'true',
        LETHE_KAFKA_CERT_FILE: cert,
        LETHE_KAFKA_KEY_FILE: otherKey,
      }),
      'LETHE_KAFKA_KEY_FILE: ',
    ],
    [
      'a file that is not a certificate',
      () => ({ LETHE_KAFKA_TLS: 'true', LETHE_KAFKA_CA_FILE: key }),
      'does not contain a certificate (PEM)',
    ],
    [
      'one of the three files of mutual TLS',
      () => ({ LETHE_RPC_CA_FILE: cert }),
      'LETHE_RPC_CA_FILE: needs LETHE_RPC_CERT_FILE and LETHE_RPC_KEY_FILE',
    ],
    [
      'the key of another certificate for mutual TLS',
      () => ({ LETHE_RPC_CA_FILE: cert, LETHE_RPC_CERT_FILE: cert, LETHE_RPC_KEY_FILE: otherKey }),
      'LETHE_RPC_KEY_FILE: ',
    ],
  ])('are refused for %s, and the error names the variable', (_, environment, message) => {
    expect(() => load(environment())).toThrow(message);
    expect(() => load(environment())).not.toThrow('s3cret');
  });
});
