import { describeWithHelm, render, renderWith } from './support/chart.js';
import { appOf, workloads, type Manifest } from './support/manifest.js';

/** What PostgreSQL admits by default, and how much of it is kept for superusers. */
const MAX_CONNECTIONS = 100;
const RESERVED = 3;
/** An update: one instance that starts, one that is ending. */
const IN_UPDATE = 2;
/** Beside the pool: a session for the relay's lock. */
const BESIDE: Readonly<Record<string, number>> = { regulation: 1 };

describeWithHelm('the database', () => {
  it('needs no setting for the fewest instances of the production values', () => {
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
    expect(sum).toBe(99); // as docs/kubernetes.md says
    expect(sum).toBeLessThan(MAX_CONNECTIONS);
  });

  it('is found under names with any characters', () => {
    const names = ['--set', 'database.user=a b+c@d/e', '--set', 'database.name=privacy data'];
    const { template } = workloads(renderWith('minimal', ...names))[0]!;
    const text = template.spec.containers[0]?.env?.find(({ name }) => name === 'DATABASE_URL');
    const { username, pathname } = new URL(text?.value ?? '');
    expect(decodeURIComponent(username)).toBe('a b+c@d/e');
    expect(decodeURIComponent(pathname)).toBe('/privacy data');
  });
});

function fewestOf(manifests: readonly Manifest[], { metadata }: Manifest): number {
  const scaler = manifests.find(({ kind, metadata: { name } }) => {
    return kind === 'HorizontalPodAutoscaler' && name === metadata.name;
  });
  return Number(scaler?.spec?.minReplicas);
}
