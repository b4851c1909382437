import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, spawnApp, waitFor, type SpawnedApp } from '@lethe/testing';

/** A process that shows metrics. */
export interface Target {
  /** The app, without `lethe-`. */
  readonly app: string;
  /** host:port */
  readonly address: string;
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

interface Tools {
  readonly prometheus: string;
  readonly promtool: string;
}

/** Maximum milliseconds until an alert of the test fires, on a busy machine. */
const FIRE_MS = 240_000;

/** Returns the programs of Prometheus, and fetches them if they are missing. */
export function prometheusTools(): Tools {
  const tool = fileURLToPath(new URL('../../deploy/tools/prometheus.mjs', import.meta.url));
  const found = JSON.parse(execFileSync(process.execPath, [tool], { encoding: 'utf8' })) as
    Tools | { readonly missing: string };
  if ('missing' in found) throw new Error(found.missing);
  return found;
}

/** A real Prometheus that scrapes every second, and its API. */
export class Prometheus {
  private constructor(
    private readonly app: SpawnedApp,
    private readonly url: string,
    private readonly folder: string,
  ) {}

  /** @param rules text of a rules file */
  static async start(targets: readonly Target[], rules: string): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-prometheus-'));
    writeFileSync(join(folder, 'alerts.yaml'), rules);
    // JSON is valid YAML.
    const config = {
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yaml'],
      scrape_configs: [...new Set(targets.map(({ app }) => app))].map((app) => ({
        job_name: `lethe-${app}`,
        static_configs: [
          {
            targets: targets.filter((one) => one.app === app).map(({ address }) => address),
            labels: { installation: 'test' },
          },
        ],
      })),
    };
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
    const address = `127.0.0.1:${await freePort()}`;
    const app = spawnApp({
      command: prometheusTools().prometheus,
      args: [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=${address}`,
      ],
    });
    const prometheus = new Prometheus(app, `http://${address}`, folder);
    await waitFor(() => prometheus.query('up').then(() => true), {
      timeoutMs: 60_000,
      message: () => `Prometheus to answer:\n${app.output}`,
    });
    return prometheus;
  }

  /** @throws Error with Prometheus' message about an invalid expression */
  async query(expr: string): Promise<Sample[]> {
    const answer = await fetch(`${this.url}/api/v1/query?query=${encodeURIComponent(expr)}`);
    const { status, error, data } = (await answer.json()) as {
      status: string;
      error?: string;
      data?: { result: Sample[] };
    };
    if (status !== 'success') throw new Error(`${expr}: ${String(error)}`);
    return data?.result ?? [];
  }

  /** Waits until all of these alerts have fired, now or before. @param names without `Lethe` */
  async fired(...names: readonly string[]): Promise<void> {
    let missing: string[] = [];
    await waitFor(
      async () => {
        const fired = await this.everFired();
        missing = names.filter((name) => !fired.includes(`Lethe${name}`));
        return missing.length === 0;
      },
      { timeoutMs: FIRE_MS, intervalMs: 500, message: () => `${missing.join(', ')} to fire` },
    );
  }

  /** Returns the names of all alerts that have fired since the start. */
  async everFired(): Promise<string[]> {
    const samples = await this.query(
      'count by (alertname) (last_over_time(ALERTS{alertstate="firing"}[3h]))',
    );
    return samples.map(({ metric }) => metric.alertname ?? '');
  }

  async annotations(): Promise<Record<string, string>[]> {
    const answer = await fetch(`${this.url}/api/v1/alerts`);
    const { data } = (await answer.json()) as {
      data: { alerts: { annotations: Record<string, string> }[] };
    };
    return data.alerts.map(({ annotations }) => annotations);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
