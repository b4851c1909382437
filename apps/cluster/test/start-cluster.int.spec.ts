import { readAddress } from '@lethe/config';
import { freePort } from '@lethe/local-services';
import type { RunningApp } from '@lethe/observability';
import { spawnApp, waitFor } from '@lethe/testing';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clusterConfigSchema } from '../src/cluster.config.js';
import { startCluster } from '../src/start-cluster.js';

const fakeApp = fileURLToPath(new URL('./fake-app.mjs', import.meta.url));

interface Given extends Record<string, unknown> {
  readonly pid: number;
}

describe('startCluster', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cluster-'));
  let running: RunningApp | undefined;
  afterEach(() => running?.stop());
  afterAll(() => {
    rmSync(dataDir, { recursive: true });
  });

  async function start(
    programs: Partial<
      Record<'regulation' | 'gateway' | 'testRunner' | 'deletionWorker', string>
    > = {},
    givenPort?: number,
  ) {
    const port = givenPort ?? (await freePort());
    const lines: string[] = [];
    const failures: unknown[] = [];
    const config = clusterConfigSchema.parse({
      PORT: String(port),
      LETHE_DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/lethe',
      KAFKA_BROKERS: '127.0.0.1:2,127.0.0.1:3',
    });
    const context = {
      programs: {
        regulation: fakeApp,
        gateway: fakeApp,
        testRunner: fakeApp,
        deletionWorker: fakeApp,
        ...programs,
      },
      environment: { PATH: process.env.PATH },
      print: (line: string) => void lines.push(line),
    };
    running = await startCluster(config, context, (error) => failures.push(error));
    // The output of the apps can arrive after the start.
    await waitFor(() => lines.filter((line) => line.includes('"pid"')).length === 4);
    /** Returns the environment of an app. */
    const given = (name: string): Given => {
      const line = lines.find((l) => l.startsWith(name)) ?? '';
      return JSON.parse(line.slice(line.indexOf('{'))) as Given;
    };
    return { port, lines, failures, given };
  }

  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  it('connects the apps and prints their addresses', async () => {
    writeFileSync(join(dataDir, 'demo-token'), 'lth_demo_x\n');
    const { given, lines, port } = await start();
    expect(given('regulation')).toMatchObject({
      DATABASE_URL: 'postgres://u:p@127.0.0.1:1/lethe',
      KAFKA_BROKERS: '127.0.0.1:2,127.0.0.1:3',
      LETHE_REGULATION_LISTEN: given('gateway').LETHE_REGULATION_ADDRESS,
    });
    const welcome = lines.find((line) => line.includes('Lethe is ready'));
    expect(welcome).toContain(`http://127.0.0.1:${String(port)}`);
    expect(welcome).toContain('lth_demo_x');
    expect(welcome).toContain('Console          http://link/#code=1');
    expect(readAddress(dataDir)).toBe(`http://127.0.0.1:${String(port)}`);
    await running?.stop();
    expect(readAddress(dataDir)).toBeUndefined();
  });

  it('stops all apps in order', async () => {
    const { given, lines, failures } = await start();
    await running?.stop();
    expect([given('regulation'), given('gateway')].map(({ pid }) => isAlive(pid))).toEqual([
      false,
      false,
    ]);
    await waitFor(() => lines.filter((line) => line.endsWith('| ended in order')).length === 4);
    expect(failures).toEqual([]);
  });

  it('stops the apps when the cluster process is killed', async () => {
    const preload = new URL('../end-with-parent.mjs', import.meta.url).href;
    const code = `
      import { spawn } from 'node:child_process';
      const args = ['--import', '${preload}', '${fakeApp}'];
      spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], detached: true });
      setInterval(() => undefined, 1000);
    `;
    const parent = spawnApp({ args: ['--input-type=module', '-e', code], env: { PORT: '0' } });
    await parent.waitForLine(/"pid"/);
    parent.kill('SIGKILL');
    await parent.waitForLine(/ended in order/);
  });

  it('fails when an app ends', async () => {
    const { port, failures } = await start();
    await waitFor(async () => {
      await fetch(`http://127.0.0.1:${String(port)}/crash`).catch(() => undefined);
      return failures.length > 0;
    });
    expect(String(failures[0])).toMatch(
      /gateway ended with exit code 3, so everything was stopped/,
    );
  });

  it('fails immediately when an app ends during the start', async () => {
    const broken = join(dataDir, 'broken.mjs');
    writeFileSync(broken, 'process.exit(1)');
    await expect(start({ gateway: broken })).rejects.toThrow('gateway ended with exit code 1');
  });

  it('rejects the start when another program listens on the port of the gateway', async () => {
    const otherProgram = createServer((_request, response) => response.end());
    await once(otherProgram.listen(0, '127.0.0.1'), 'listening');
    const { port } = otherProgram.address() as AddressInfo;
    await expect(start({}, port)).rejects.toThrow(`Port ${String(port)} on 127.0.0.1 is in use`);
    otherProgram.close();
  });

  it('explains a missing build', async () => {
    const missing = join(dataDir, 'missing.js');
    await expect(start({ gateway: missing })).rejects.toThrow(
      /missing\.js does not exist\. Run "npm/,
    );
  });
});
