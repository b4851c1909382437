import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const LIBS = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

// Installs the packages that `npm pack` creates, outside of the repository.
describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'index-package-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('installs without a web framework and runs', async () => {
    const tarballs: string[] = [];
    for (const name of ['contracts', 'resilience', 'messaging', 'suppression-index']) {
      const args = ['pack', join(LIBS, name), '--pack-destination', folder, '--json'];
      const { stdout } = await run('npm', [...args, '--ignore-scripts'], { cwd: folder });
      const [packed] = JSON.parse(stdout) as { filename: string }[];
      tarballs.push(join(folder, packed!.filename));
    }
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock'];
    await run('npm', ['install', ...quiet, ...tarballs], { cwd: folder });

    const modules = join(folder, 'node_modules');
    expect(readdirSync(modules)).toEqual(
      expect.arrayContaining(['@lethe', 'kafkajs', 'zod', 'fastest-levenshtein']),
    );
    expect(readdirSync(modules).filter((name) => name.startsWith('@'))).toEqual(['@lethe']);
    expect(readdirSync(modules)).not.toContain('class-validator');
    const types = join(modules, '@lethe/suppression-index/dist/index.d.ts');
    expect(readFileSync(types, 'utf8')).toContain('SuppressionIndex');

    writeFileSync(
      join(folder, 'program.js'),
      `import { createKafka } from '@lethe/messaging';
       import { SuppressionIndex } from '@lethe/suppression-index';
       const kafka = createKafka({ brokers: ['127.0.0.1:1'], clientId: 'program' });
       const index = new SuppressionIndex({ kafka });
       index.start();
       try {
         index.isSuppressed('ws', 'u', 's');
       } catch (error) {
         console.log(error.name + ' ' + String(index.status.ready));
       }
       await index.close();`,
    );
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder });
    expect(stdout).toBe('NotReadyError false\n');
  });
});
