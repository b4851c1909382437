import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { checkWorkspaceFile, readerOf } from './support/app-environment.js';
import { CHART, compose, describeWithHelm } from './support/chart.js';

const docker = fileURLToPath(new URL('../../docker/', import.meta.url));
const file = join(docker, 'compose.yaml');

interface Service {
  readonly image: string;
  readonly build?: { readonly args: { readonly APP: string } };
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly ports?: readonly { readonly host_ip: string }[];
  readonly volumes?: readonly { readonly type: string; readonly target: string }[];
  readonly healthcheck?: { readonly disable?: boolean };
}

describeWithHelm('docker/compose.yaml', () => {
  const { status, output } = compose(file);
  const { services } = (status === 0 ? parse(output) : { services: {} }) as {
    services: Record<string, Service>;
  };
  const apps = Object.entries(services).filter(([, { build }]) => build !== undefined);

  it('is valid for Docker Compose, which refuses a typo', () => {
    expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
    const folder = mkdtempSync(join(tmpdir(), 'lethe-compose-'));
    const slip = join(folder, 'compose.yaml');
    writeFileSync(slip, readFileSync(file, 'utf8').replaceAll('depends_on:', 'dependson:'));
    expect(compose(slip).status).not.toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('has every app, PostgreSQL and Kafka', () => {
    expect(Object.keys(services).sort()).toEqual(
      [
        'deletion-worker',
        'event-filter',
        'gateway',
        'kafka',
        'postgres',
        'regulation',
        'test-runner',
        'topics',
      ].sort(),
    );
  });

  it('has the image names of the chart', () => {
    const { appVersion } = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as {
      appVersion: string;
    };
    for (const [, { build, image }] of apps)
      expect(image).toBe(`ghcr.io/lethe/${String(build?.args.APP)}:${appVersion}`);
  });

  it('keeps persistent data in named volumes', () => {
    const volumeOf = (name: string, path: string | undefined) =>
      services[name]?.volumes?.filter(({ type, target }) => {
        return type === 'volume' && path?.startsWith(`${target}/`);
      });
    const { kafka, 'event-filter': filter } = services;
    expect(volumeOf('kafka', kafka?.environment.KAFKA_LOG_DIRS)).toHaveLength(1);
    expect(volumeOf('event-filter', filter?.environment.LETHE_SNAPSHOT_FILE)).toHaveLength(1);
  });

  it('creates the topics of the event filter before the filter starts', () => {
    const { topics, 'event-filter': filter } = services;
    const { LETHE_EVENTS_IN: from, LETHE_EVENTS_OUT: to } = filter?.environment ?? {};
    expect(topics?.command).toEqual(['topics', 'create', from, to]);
  });

  it('gives each app all required variables and no unknown ones', async () => {
    for (const [, { build, environment, command = [] }] of apps) {
      const app = build?.args.APP ?? '';
      const { variables, load } = await readerOf(app, command);
      expect(() => load(environment)).not.toThrow();
      expect(Object.keys(environment).filter((key) => !variables.includes(key))).toEqual([]);
    }
  });

  it('starts an app only after its dependencies are healthy or have completed', () => {
    for (const [name, { depends_on: needs = {} }] of apps) {
      expect({ name, needs: Object.keys(needs).length > 0 }).toEqual({ name, needs: true });
      for (const [need, { condition }] of Object.entries(needs)) {
        const ends = services[need]?.healthcheck?.disable === true;
        expect(condition).toBe(ends ? 'service_completed_successfully' : 'service_healthy');
      }
    }
    expect(services.postgres?.healthcheck).toBeDefined();
    expect(services.kafka?.healthcheck).toBeDefined();
  });

  it('runs the apps on a read-only file system, and opens ports only on loopback', () => {
    for (const [name, { read_only: isReadOnly, cap_drop: dropped }] of apps) {
      expect({ name, isReadOnly, dropped }).toEqual({ name, isReadOnly: true, dropped: ['ALL'] });
    }
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports.length).toBeGreaterThan(0);
    for (const { host_ip: address } of ports) expect(address).toBe('127.0.0.1');
  });

  it('mounts a workspace file that a gateway applies', async () => {
    await checkWorkspaceFile(readFileSync(join(docker, 'workspaces.yaml'), 'utf8'));
    expect(services.gateway?.environment.LETHE_WORKSPACE_FILE).toBe('/etc/lethe/workspaces.yaml');
  });
});
