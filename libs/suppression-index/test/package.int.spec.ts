import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  describeWithKafka,
  installPackage,
  spawnApp,
  useTestKafka,
  type InstalledPackage,
} from '@lethe/testing';
import { SuppressionsTopic } from './support/suppressions.js';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** A program of a user, which uses everything that the package exports. */
const PROGRAM = `
import {
  createKafka,
  limitUnpackedBatches,
  NotReadyError,
  plainDecimal,
  SuppressionIndex,
  type KafkaClient,
  type KafkaConfig,
  type KafkaLog,
  type KafkaLogin,
  type Lack,
  type RestartReason,
  type SnapshotRefusal,
  type SuppressionIndexEvent,
  type SuppressionIndexOptions,
  type SuppressionIndexStatus,
  type UnreadableBatchReason,
  type UnreadableReason,
} from '@lethe/suppression-index';

const log: KafkaLog = (level, message) => console.error(level, message);
const [brokers = '', topicPrefix = '', username] = process.argv.slice(2);
const login = (name: string): KafkaLogin => ({ mechanism: 'plain', username: name, password: () => 'p' });
const config: KafkaConfig = {
  brokers: brokers.split(','),
  clientId: 'user',
  log,
  ...(username === undefined ? {} : { sasl: login(username) }),
};
const kafka: KafkaClient = createKafka(config);
limitUnpackedBatches(1024 * 1024);
const reasons: Partial<Record<Lack | RestartReason | SnapshotRefusal | UnreadableReason | UnreadableBatchReason, string>> = {};
const onEvent = (event: SuppressionIndexEvent): void => {
  if (event.type === 'lacking') console.error(reasons[event.lack] ?? event.lack);
};
const options: SuppressionIndexOptions = { kafka, topicPrefix, relayRecord: 'optional', onEvent };
const index = new SuppressionIndex(options);
const asked = (user: string): boolean | string => {
  try {
    return index.isSuppressed('ws', user, 's1');
  } catch (error) {
    if (error instanceof NotReadyError) return error.name;
    throw error;
  }
};
const before = asked('everywhere');
index.start();
await index.untilReady(AbortSignal.timeout(60_000));
const { users }: SuppressionIndexStatus = index.status;
console.log(JSON.stringify([before, asked('everywhere'), asked('other'), users, plainDecimal('4.2e1')]));
const changed = setInterval(() => {
  if (asked('later') === true) void index.close().then(() => { clearInterval(changed); console.log('closed'); });
}, 20);
`;

const TSCONFIG = {
  compilerOptions: {
    ...{ module: 'nodenext', moduleResolution: 'nodenext', target: 'es2022', lib: ['es2022'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: ['node'] },
  },
  files: ['program.ts'],
};

describeWithKafka('the package', () => {
  const server = useTestKafka();
  let installed: InstalledPackage;

  beforeAll(async () => {
    installed = await installPackage('suppression-index');
  });
  afterAll(() => {
    installed.remove();
  });

  it('contains its code and types in one file each, and needs only packages of others', () => {
    const modules = join(installed.folder, 'node_modules');
    const own = join(modules, '@lethe/suppression-index');
    expect(readdirSync(join(modules, '@lethe'))).toEqual(['suppression-index']);
    expect(readdirSync(own).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    expect(readdirSync(join(own, 'dist')).sort()).toEqual(['index.d.ts', 'index.js']);
    const types = readFileSync(join(own, 'dist/index.d.ts'), 'utf8');
    expect([...types.matchAll(/\bfrom ["']([^"']+)["']/g)].map(([, name]) => name).sort()).toEqual([
      'node:net',
      'node:tls',
    ]);
    const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(Object.keys(dependencies)).toEqual([
      ...['fzstd', 'kafkajs', 'lz4js', 'p-retry', 'snappyjs', 'zod'],
    ]);
    // It corrects defects of this version, by the paths of its files.
    expect(dependencies.kafkajs).toBe('2.2.4');
  });

  it('compiles with all checks of TypeScript, and follows a topic', async () => {
    const { folder } = installed;
    // Copies the types of Node from here, because npm would take seconds to install them.
    for (const name of ['@types/node', 'undici-types']) {
      const from = dirname(require.resolve(`${name}/package.json`));
      cpSync(from, join(folder, 'node_modules', name), { recursive: true });
    }
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
    const compiled = await run(process.execPath, [tsc, '-p', folder]).catch(
      (error: unknown) => error as { readonly stdout: string },
    );
    expect(compiled.stdout).toBe('');

    const topic = await SuppressionsTopic.make(server.brokers);
    try {
      await topic.publish({ everywhere: '*', elsewhere: ['s2'] });
      const args = [join(folder, 'program.js'), server.brokers, topic.prefix];
      const program = spawnApp({ args, cwd: folder });
      await program.waitForLine(/^\["NotReadyError",true,false,2,"42"\]$/);
      await topic.publish({ later: '*' });
      await program.waitForLine(/^closed$/);
      expect(await program.exited).toEqual({ code: 0, signal: null });
    } finally {
      await topic.close();
    }
  });
});
