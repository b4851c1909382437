// The pages contain code of other packages, whose licences must go with it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ALLOWED = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause']);

/** Plugin of Vite: writes licenses.txt, with each package that the scripts and styles contain. */
export function licensesOf() {
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle(_options, bundle) {
      if (this.environment?.name === 'ssr') return;
      const folders = new Set();
      for (const { moduleIds = [] } of Object.values(bundle))
        for (const id of moduleIds) {
          const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? [];
          if (folder !== undefined) folders.add(folder.replace('\0', ''));
        }
      this.emitFile({
        type: 'asset',
        fileName: 'licenses.txt',
        source: [...folders].sort().map(licenseOf).join('\n\n'),
      });
    },
  };
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!ALLOWED.has(license)) throw new Error(`${name}: the licence ${license} is not allowed`);
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  const text =
    file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : '';
  return `${name} ${version} (${license})\n\n${text}`.trim();
}
