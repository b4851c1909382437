import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mainOf } from '../support/main-of.js';
import type { KubeNode } from './kube-node.js';
import { APPS, TAG } from './kube-system.js';

export const NEXT_TAG = 'next';

const MACHINE = fileURLToPath(new URL('../../deploy/tools/support/machine.sh', import.meta.url));
const BUILD = '. "$0" && buildah bud --quiet --format docker --isolation chroot --tag "$2" "$1"';

/** Apps whose bundle contains the migrations of the regulation service. */
const WITH_MIGRATIONS = ['regulation', 'cli'];
const LIST = /(REGULATION_SCHEMA = \{[^}]*migrations: \[)([^\]]*)\]/;
/** Number of the added migration, later than all others. */
export const NEXT_MIGRATION = 1_000;
const MIGRATION = `class extends NumberedMigration {
  schema = 'regulation';
  number = ${NEXT_MIGRATION};
  oldestCode = 1;
  title = 'next-release';
  async apply(runner) {
    await runner.query('alter table regulation.deletion_jobs add column next_release text');
  }
}`;

/**
 * Builds images of a next release from those of this one, and gives them to the node. They have
 * another version, and one more migration, which older code allows.
 */
export async function buildNextRelease(node: KubeNode): Promise<void> {
  for (const app of APPS) {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-next-'));
    const lines = [`FROM localhost/lethe/${app}:${TAG}`, `ENV BUILD_VERSION=${NEXT_TAG}`];
    if (WITH_MIGRATIONS.includes(app)) {
      writeFileSync(join(folder, 'main.js'), withMigration(app));
      lines.push(`COPY main.js /app/apps/${app}/dist/bundle/main.js`);
    }
    writeFileSync(join(folder, 'Dockerfile'), lines.join('\n'));
    const image = `localhost/lethe/${app}:${NEXT_TAG}`;
    await promisify(execFile)('bash', ['-c', BUILD, MACHINE, folder, image]);
    rmSync(folder, { recursive: true });
    await node.load(image);
  }
}

/** @throws Error if the bundle does not declare its migrations as expected */
function withMigration(app: string): string {
  const bundle = readFileSync(mainOf(app), 'utf8');
  if (!LIST.test(bundle)) throw new Error(`The bundle of ${app} has no list of migrations.`);
  return bundle.replace(LIST, (_, start: string, list: string) => `${start}${list}, ${MIGRATION}]`);
}
