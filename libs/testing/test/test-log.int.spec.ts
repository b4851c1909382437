import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnApp } from '../src/spawn-app.js';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Source code of tests for Jest. The tests call the same function as `testLog`. */
const SPEC = `
const testLog = globalThis[Symbol.for('lethe.test-log')];
const say = (what) => testLog('said by ' + what); // Jest also shows the source
beforeAll(() => say('the hook'));
it('fails', () => { say('one'); expect(1).toBe(2); });
it('passes', () => { say('two'); });
it('fails after many lines', () => {
  for (let n = 0; n < 1000; n += 1) say(n + '.');
  expect(1).toBe(2);
});
`;

describe('the log of a test', () => {
  const global = globalThis as unknown as Record<symbol, (line: string) => void>;
  const log = Symbol.for('lethe.test-log');
  let folder: string;
  let write: (line: string) => void;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-log-'));
    write = global[log]!;
  });
  afterEach(() => {
    global[log] = write;
    rmSync(folder, { recursive: true, force: true });
  });

  it('is shown with the failure of the test, without the logs of other tests', async () => {
    const config = { testEnvironment: at('tools/jest/environment.mjs'), transform: {} };
    writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'some.test.cjs'), SPEC);
    const jest = spawnApp({
      args: [at('node_modules/jest/bin/jest.js'), '--no-cache', '--testMatch', '**/*.test.cjs'],
      cwd: folder,
    });
    await expect(jest.exited).resolves.toMatchObject({ code: 1 });

    expect(jest.output).toMatch(/The log of this test:\s+said by the hook\s+said by one/);
    expect(jest.output).not.toContain('said by two');
    expect(jest.output).toMatch(
      /The log of this test, the last 400 of 1000 lines:\s+said by 600\./,
    );
    expect(jest.output).not.toContain('said by 599.');
  });

  it('includes the output of processes under test', async () => {
    const lines: string[] = [];
    global[log] = (line) => void lines.push(line);
    await spawnApp({ args: ['-e', "console.log('out'); console.error('err')"] }).exited;
    expect(lines.sort()).toEqual(['err', 'out']);
  });
});
