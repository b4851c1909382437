import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnApp } from '../src/spawn-app.js';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Variables that a caller may have set for Lethe, its libraries, or the runtime. */
const HOSTILE = {
  ...{ DATABASE_URL: 'postgres://nowhere', KAFKA_BROKERS: 'nowhere:1', PORT: '1' },
  ...{ LETHE_SECRET_KEY: 'junk', LETHE_DATA_DIR: '/nowhere', LETHE_TOKEN: 'junk' },
  ...{ PGHOST: 'nowhere', PGSSLMODE: 'require', AWS_PROFILE: 'other', OTEL_SDK_DISABLED: 'no' },
  ...{ HTTP_PROXY: 'http://nowhere', https_proxy: 'http://nowhere', UV_THREADPOOL_SIZE: '1' },
  ...{ NODE_OPTIONS: '--title=other', NODE_ENV: 'production', TZ: 'Asia/Kolkata', LANG: 'de' },
};

/**
 * Source code of a test for Jest. The test fails, and its error contains the environment of the
 * test and of its child process.
 */
const SPEC = `
const { spawnSync } = require('node:child_process');
const snapshot = 'JSON.stringify({ env: process.env, files: require("fs").readdirSync(".") })';
it('prints its environment', () => {
  const { stdout } = spawnSync(process.execPath, ['-p', snapshot], { encoding: 'utf8' });
  throw new Error('own ' + eval(snapshot) + ' own\\nchild ' + stdout.trim() + ' child');
});
`;

interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}

describe('a test and its child process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-surroundings-'));
  const seen = new Map<string, Surroundings>();

  beforeAll(async () => {
    const config = {
      testEnvironment: at('tools/jest/environment.mjs'),
      globalSetup: at('libs/testing/jest.global-setup.mjs'),
      transform: {},
    };
    writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(config));
    for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.test.cjs`), SPEC);
    mkdirSync(join(folder, '.lethe'));
    const args = [
      at('node_modules/jest/bin/jest.js'),
      '--no-cache',
      '--testMatch',
      '**/*.test.cjs',
    ];
    const env = { ...HOSTILE, LETHE_TEST_LONG: 'true', LETHE_REQUIRE_BROWSER: '1' };
    const jest = spawnApp({ args: [...args, '--maxWorkers', '2'], cwd: folder, env });
    await expect(jest.exited).resolves.toMatchObject({ code: 1 });
    for (const [, who, json] of jest.output.matchAll(/\b(own|child) (\{.*\}) \1/g)) {
      seen.set(who!, JSON.parse(json!) as Surroundings);
    }
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(['own', 'child'])('get no variables that the caller set for Lethe: %s', (who) => {
    const { env } = seen.get(who)!;
    expect(Object.keys(HOSTILE).filter((name) => name in env)).toEqual(['NODE_ENV']);
    expect(env.NODE_ENV).toBe('test');
  });

  it.each(['own', 'child'])('get the variables that control the tests: %s', (who) => {
    expect(seen.get(who)?.env).toMatchObject({
      LETHE_TEST_LONG: 'true',
      LETHE_REQUIRE_BROWSER: '1',
    });
  });

  it.each(['own', 'child'])('run in an empty temporary folder: %s', (who) => {
    expect(seen.get(who)?.files).toEqual([]);
    expect(readdirSync(folder)).toContain('.lethe');
  });
});
