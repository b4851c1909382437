import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { checkWorkspaceFile, readerOf } from './support/app-environment.js';
import { compose, describeWithHelm } from './support/chart.js';

const docker = fileURLToPath(new URL('../../docker/', import.meta.url));
const file = join(docker, 'compose.yaml');

interface Service {
  readonly build?: { readonly args: { readonly APP: string } };
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly ports?: readonly { readonly host_ip: string }[];
  readonly volumes?: readonly { readonly type: string }[];
  readonly healthcheck?: object;
}

describeWithHelm('docker/compose.yaml', () => {
  const { status, output } = compose(file);
  const { services } = (status === 0 ? parse(output) : { services: {} }) as {
    services: Record<string, Service>;
  };
  const apps = Object.entries(services).filter(([, { build }]) => build !== undefined);

  it('is read by Docker Compose, as one with a slip is not', () => {
    expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
    const folder = mkdtempSync(join(tmpdir(), 'lethe-compose-'));
    const slip = join(folder, 'compose.yaml');
    writeFileSync(slip, readFileSync(file, 'utf8').replaceAll('depends_on:', 'dependson:'));
    expect(compose(slip).status).not.toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('has every app, PostgreSQL and Kafka', () => {
    expect(Object.keys(services).sort()).toEqual(
      ['event-filter', 'gateway', 'kafka', 'postgres', 'regulation', 'test-runner'].sort(),
    );
  });

  it('gives each app what it needs, and nothing that it does not know', async () => {
    for (const [, { build, environment }] of apps) {
      const app = build?.args.APP ?? '';
      const { variables, load } = await readerOf(app, []);
      expect(() => load(environment)).not.toThrow();
      expect(Object.keys(environment).filter((key) => !variables.includes(key))).toEqual([]);
    }
  });

  it('starts nobody before what they need is healthy', () => {
    for (const [name, { depends_on: needs = {} }] of apps) {
      expect({ name, needs: Object.keys(needs).length > 0 }).toEqual({ name, needs: true });
      for (const { condition } of Object.values(needs)) expect(condition).toBe('service_healthy');
    }
    expect(services.postgres?.healthcheck).toBeDefined();
    expect(services.kafka?.healthcheck).toBeDefined();
  });

  it('runs the apps on a tree that cannot be written to, and shows ports on loopback only', () => {
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
