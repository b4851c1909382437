import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tool = join(root, 'tools/check-start.mjs');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

describe('the check before a start', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lethe-check-start-')));
  const listening = createServer();
  let taken: string;
  beforeAll(async () => {
    await once(listening.listen(0, '127.0.0.1'), 'listening');
    taken = String((listening.address() as AddressInfo).port);
  });
  afterAll(() => {
    listening.close();
    rmSync(folder, { recursive: true });
  });

  const check = (what: string, env: Readonly<Record<string, string>>) => {
    const free = { PORT: '0', KAFKA_PORT: '0', LETHE_DATA_DIR: folder };
    const { PATH } = process.env;
    const { status, stderr } = spawnSync(process.execPath, [tool, what], {
      encoding: 'utf8',
      env: { PATH, ...free, ...env },
    });
    return { status, stderr };
  };

  it.each(['start', 'cluster', 'kafka'])('accepts free ports and an empty folder: %s', (what) => {
    expect(check(what, {})).toEqual({ status: 0, stderr: '' });
  });

  it.each([
    ['start', 'PORT', true],
    ['cluster', 'PORT', true],
    ['cluster', 'KAFKA_PORT', true],
    ['kafka', 'KAFKA_PORT', true],
    ['start', 'KAFKA_PORT', false],
  ])('%s: a port in use as %s is a conflict: %s', (what, variable, isConflict) => {
    const { status, stderr } = check(what, { [variable]: taken });
    expect({ status, isNamed: stderr.includes(`Port ${taken} `) }).toEqual({
      status: isConflict ? 1 : 0,
      isNamed: isConflict,
    });
  });

  it.each([
    ['start', 'postgres', 'data/postmaster.pid', 'data', 'DATABASE_URL'],
    ['cluster', 'kafka', 'kafka.pid', 'server.properties', 'KAFKA_BROKERS'],
  ])('%s: a running %s in the folder is a conflict', (what, part, pidFile, argument, variable) => {
    const place = join(folder, part);
    mkdirSync(join(place, 'data'), { recursive: true });
    const server = execFile(process.execPath, [
      ...['-e', 'setInterval(() => 0, 60_000)'],
      join(place, argument),
    ]);
    try {
      writeFileSync(join(place, 'owner.pid'), String(process.pid));
      writeFileSync(join(place, pidFile), `${String(server.pid)}\n`);
      const { status, stderr } = check(what, {});
      expect(status).toBe(1);
      expect(stderr).toContain(`in ${folder} is in use by process ${String(process.pid)}`);
      expect(check(what, { [variable]: 'elsewhere' }).status).toBe(0);

      // The id of the server now belongs to another program.
      writeFileSync(join(place, pidFile), String(process.pid));
      expect(check(what, {})).toEqual({ status: 0, stderr: '' });
    } finally {
      server.kill();
      rmSync(place, { recursive: true });
    }
  });

  it('reports a folder that cannot be written', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { status, stderr } = check('cluster', { LETHE_DATA_DIR: join(file, 'data') });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Cannot write to .*a-file.data \(ENOTDIR\)\..* LETHE_DATA_DIR/);
  });
});

describe('a script that starts a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-scripts-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  // npm sends SIGTERM to the shell of a script. The shell would end, and leave the server behind.
  it.each(['start', 'cluster', 'kafka', 'filter'])('replaces its shell: %s', (name) => {
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho $$\n', { mode: 0o755 });
    const { PATH = '' } = process.env;
    const { pid, stdout } = spawnSync('/bin/sh', ['-c', scripts[name] ?? ''], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${PATH}` },
    });
    expect(stdout).toBe(`${String(pid)}\n`);
  });
});
