import { readFileSync } from 'node:fs';
import { describeWithHelm, render, renderWith } from './support/chart.js';
import {
  appOf,
  containersOf,
  workloads,
  type Manifest,
  type PodTemplate,
} from './support/manifest.js';

/** Connections that PostgreSQL reserves for superusers by default. */
const RESERVED = 3;
/** Additional instances during an update: one starts, one ends. */
const IN_UPDATE = 2;
/**
 * Connections outside the pool. The regulation service needs one for the lock of the relay. While
 * tests run, a gateway needs two for the configuration clock.
 */
const BESIDE: Readonly<Record<string, number>> = { gateway: 2, regulation: 1 };

describeWithHelm('the database', () => {
  it('has the number of connections of docs/kubernetes.md with the production values', () => {
    const manifests = render('production');
    const needed = workloads(manifests).flatMap(({ manifest, template }) => {
      const container = template.spec.containers[0]!;
      const pool = container.env?.find(({ name }) => name === 'LETHE_DATABASE_POOL')?.value;
      if (pool === undefined) return [];
      const each = Number(pool) + (BESIDE[appOf(container) ?? ''] ?? 0);
      return [(fewestOf(manifests, manifest) + IN_UPDATE) * each];
    });
    expect(needed).toHaveLength(4);
    const sum = needed.reduce((a, b) => a + b) + RESERVED;
    const page = readFileSync(new URL('../../docs/kubernetes.md', import.meta.url), 'utf8');
    expect(page).toContain(
      `with its fewest instances | 5 × 9 + 5 × 9 + 4 × 3 + 4 × 1 + 3 = ${sum} `,
    );
  });

  it('can have a name and a user with any characters', () => {
    const names = ['--set', 'database.user=a b+c@d/e', '--set', 'database.name=privacy data'];
    const { template } = workloads(renderWith('minimal', ...names))[0]!;
    const text = template.spec.containers[0]?.env?.find(({ name }) => name === 'DATABASE_URL');
    const { username, pathname } = new URL(text?.value ?? '');
    expect(decodeURIComponent(username)).toBe('a b+c@d/e');
    expect(decodeURIComponent(pathname)).toBe('/privacy data');
  });

  it('gives each app its own user, and only the password of that user', () => {
    const logins = workloads(render('everything')).flatMap(({ template }) =>
      containersOf(template).flatMap(({ name, env }) => {
        const url = env?.find((variable) => variable.name === 'DATABASE_URL')?.value;
        if (url === undefined) return [];
        return [{ name, user: new URL(url).username, passwords: passwordsOf(template) }];
      }),
    );
    const login = (name: string, user: string, password: string) => {
      return { name, user, passwords: [password] };
    };
    expect(logins.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      login('deletion-worker', 'lethe_deletion_worker', 'database-deletion-worker/password'),
      login('gateway', 'lethe_gateway', 'database-gateway/password'),
      login('grants', 'lethe', 'database/pass'),
      login('migrate', 'lethe', 'database/pass'),
      login('regulation', 'lethe_regulation', 'database-regulation/pass'),
      login('test-runner', 'lethe_test_runner', 'database-test-runner/password'),
    ]);
  });

  it('gets its grants after the migrations and before the topics', () => {
    const job = workloads(render('everything')).find(({ manifest }) => manifest.kind === 'Job');
    const steps = job === undefined ? [] : containersOf(job.template);
    expect(steps.map(({ name }) => name)).toEqual(['migrate', 'grants', 'topics']);
    const roles = ['deletion-worker', 'gateway', 'regulation', 'test-runner'].flatMap((app) => {
      return ['--role', `${app}=lethe_${app.replace('-', '_')}`];
    });
    expect(steps[1]?.args?.slice(0, -2)).toEqual([
      ...['grants', '--apply', ...roles, '--workspace-file'],
    ]);
    const withoutUsers = ['--set', 'setup.grants=true'];
    expect(() => renderWith('minimal', ...withoutUsers)).toThrow(
      /database\.users\.\w+\.name: must not be empty/,
    );
  });
});

function fewestOf(manifests: readonly Manifest[], { metadata }: Manifest): number {
  const scaler = manifests.find(({ kind, metadata: { name } }) => {
    return kind === 'HorizontalPodAutoscaler' && name === metadata.name;
  });
  return Number(scaler?.spec?.minReplicas);
}

/** Returns Secret and key of each database password that a pod gets. */
function passwordsOf({ spec }: PodTemplate): string[] {
  return (spec.volumes ?? [])
    .flatMap(({ projected }) => projected?.sources ?? [])
    .flatMap(({ secret }) => secret ?? [])
    .flatMap(({ name, items = [] }) => {
      const passwords = items.filter(({ path }) => path === 'database-password');
      return passwords.map(({ key }) => `${name}/${key}`);
    });
}
