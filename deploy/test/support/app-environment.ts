import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, type Environment } from '@lethe/config';
import type { Container, PodTemplate } from './manifest.js';

type Schema = Parameters<typeof loadConfig>[0];
const apps = fileURLToPath(new URL('../../../apps/', import.meta.url));

/**
 * Built file and name of each app's configuration schema. The command line is not listed, because
 * it has several schemas.
 */
const SCHEMAS: Readonly<Record<string, { file: string; name: string }>> = {
  gateway: { file: 'gateway/dist/config/gateway.config.js', name: 'gatewayConfigSchema' },
  regulation: { file: 'regulation/dist/regulation.config.js', name: 'regulationConfigSchema' },
  'test-runner': { file: 'test-runner/dist/test-runner.config.js', name: 'testRunnerConfigSchema' },
  'deletion-worker': {
    file: 'deletion-worker/dist/deletion-worker.config.js',
    name: 'deletionWorkerConfigSchema',
  },
  'event-filter': {
    file: 'event-filter/dist/event-filter.config.js',
    name: 'eventFilterConfigSchema',
  },
};

/** Variables that the C library and Node.js read before the app starts. */
const OF_THE_PROCESS = ['GLIBC_TUNABLES', 'UV_THREADPOOL_SIZE'];

export interface Reader {
  /** Names of all variables that the app or its process reads. */
  readonly variables: readonly string[];
  /** @throws ConfigError */
  readonly load: (environment: Environment) => unknown;
}

/**
 * @returns the function with which the app reads its environment, and the variables that it knows
 */
export async function readerOf(app: string, args: readonly string[]): Promise<Reader> {
  if (app === 'cli') return commandLine(args);
  const { file, name } = SCHEMAS[app] ?? { file: '', name: '' };
  const module = (await import(join(apps, file))) as Record<string, Schema>;
  const schema = module[name];
  if (schema === undefined) throw new Error(`${file} has no ${name}`);
  return {
    variables: [...Object.keys(schema.shape), ...OF_THE_PROCESS],
    load: (environment) => loadConfig(schema, environment),
  };
}

async function commandLine([command]: readonly string[]): Promise<Reader> {
  const module = (await import(join(apps, 'cli/dist/cli.config.js'))) as Record<
    'databaseConfig' | 'kafkaConfig',
    (environment: Environment) => unknown
  >;
  const load = command === 'topics' ? module.kafkaConfig : module.databaseConfig;
  const variables: string[] = [];
  // The command line does not export its schemas. So a proxy records the names that it reads.
  const recorder = new Proxy<Environment>(
    {},
    { get: (_, name) => void variables.push(String(name)) },
  );
  load(recorder);
  return { variables, load };
}

/** @throws WorkspaceFileError if a gateway refuses the document */
export async function checkWorkspaceFile(text: string): Promise<void> {
  const catalog = (await import(join(apps, '../libs/catalog/dist/index.js'))) as {
    parseWorkspaceFile: (text: string, environment: Environment) => unknown;
  };
  catalog.parseWorkspaceFile(text, {});
}

/** Returns whether the repository has this app. */
export function isInTree(app: string): boolean {
  return existsSync(join(apps, app, 'src/main.ts'));
}

/**
 * Returns the environment of a container, with sample files instead of the files that Kubernetes
 * mounts.
 *
 * @param folder for the sample files
 */
export function environmentOf(
  container: Container,
  template: PodTemplate,
  folder: string,
): Record<string, string> {
  const mounted = mountedFiles(container, template);
  const replace = (value: string): string =>
    value.replaceAll(/\/etc\/lethe\/[a-z]+\/[A-Za-z0-9.-]+/g, (path) => {
      if (!mounted.has(path)) throw new Error(`${path} is not mounted`);
      return sampleFile(folder, path);
    });
  return Object.fromEntries(
    (container.env ?? []).map(({ name, value = '' }) => [name, replace(value)]),
  );
}

/** Returns the paths of all files that Secrets and ConfigMaps put into a container. */
function mountedFiles({ volumeMounts = [] }: Container, { spec }: PodTemplate): Set<string> {
  const paths = volumeMounts.flatMap(({ name, mountPath }) => {
    const volume = spec.volumes?.find((candidate) => candidate.name === name);
    if (volume === undefined) throw new Error(`there is no volume ${name}`);
    const projected = volume.projected?.sources.flatMap(({ secret }) => secret?.items ?? []);
    const items = projected ?? volume.secret?.items ?? volume.configMap?.items ?? [];
    return items.map(({ path }) => `${mountPath}/${path}`);
  });
  return new Set(paths);
}

const SECRET_KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

function sampleFile(folder: string, path: string): string {
  const file = join(folder, path.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const { certificate, key } = pairIn(folder);
  const content = path.endsWith('.crt')
    ? certificate
    : path.endsWith('.key')
      ? key
      : ['/secret-key', '/identifier-key'].some((name) => path.endsWith(name))
        ? SECRET_KEY
        : 'correct-horse-battery-staple';
  writeFileSync(file, `${content}\n`);
  return file;
}

/** Returns a certificate and its key. They must match, because the apps check it. */
function pairIn(folder: string): { certificate: string; key: string } {
  const files = { key: join(folder, 'sample.key'), certificate: join(folder, 'sample.crt') };
  if (!existsSync(files.certificate)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    writeFileSync(files.key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const subject = ['-subj', '/CN=sample', '-days', '2', '-out', files.certificate];
    execFileSync('openssl', ['req', '-x509', '-new', '-key', files.key, ...subject], {
      stdio: 'pipe',
    });
  }
  return {
    certificate: readFileSync(files.certificate, 'utf8').trim(),
    key: readFileSync(files.key, 'utf8').trim(),
  };
}
