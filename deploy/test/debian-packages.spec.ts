import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const module = fileURLToPath(new URL('../../tools/debian-packages.mjs', import.meta.url));
const hasApt = spawnSync('apt-get', ['--version']).error === undefined;
const itWithApt = hasApt ? it : it.skip;

interface Bundle {
  readonly name: string;
  readonly packages: readonly string[];
  readonly files: readonly (readonly string[])[];
}

type Found = { readonly folder: string } | { readonly missing: string };

describe('programs from packages of Debian', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-packages-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Creates a repository in a folder. Each package has one program. */
  const publish = (...names: readonly string[]): void => {
    const repository = join(folder, 'repository');
    mkdirSync(repository);
    const entries = names.map((name) => {
      const unpacked = join(folder, name);
      mkdirSync(join(unpacked, 'DEBIAN'), { recursive: true });
      mkdirSync(join(unpacked, 'usr/bin'), { recursive: true });
      writeFileSync(join(unpacked, 'usr/bin', name), '#!/bin/sh\n');
      const control = [`Package: ${name}`, 'Version: 1', 'Architecture: all']
        .concat('Maintainer: test <test@test.example>', 'Description: test')
        .join('\n');
      writeFileSync(join(unpacked, 'DEBIAN/control'), `${control}\n`);
      const file = join(repository, `${name}.deb`);
      execFileSync('dpkg-deb', ['--build', unpacked, file]);
      const bytes = readFileSync(file);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return `${control}\nFilename: ./${name}.deb\nSize: ${bytes.length}\nSHA256: ${sha256}\n`;
    });
    writeFileSync(join(repository, 'Packages'), entries.join('\n'));
    writeFileSync(join(folder, 'sources.list'), `deb [trusted=yes] file:${repository} ./\n`);
    writeFileSync(
      join(folder, 'apt.conf'),
      `Dir::Etc::sourcelist "${join(folder, 'sources.list')}";\nDir::Etc::sourceparts "-";\n`,
    );
  };

  const unpacked = (bundle: Bundle, fetch = true): Found => {
    const script = `import { unpackedPackages } from ${JSON.stringify(module)};
      console.log(JSON.stringify(await unpackedPackages(${JSON.stringify(bundle)}, ${fetch})));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, XDG_CACHE_HOME: folder, APT_CONFIG: join(folder, 'apt.conf') },
    });
    return JSON.parse(output) as Found;
  };

  itWithApt('are fetched again when the list changes, or when a program is missing', () => {
    publish('lethe-test-one', 'lethe-test-two');
    const fileOf = (name: string): string => `usr/bin/${name}`;
    const bundle = (...names: string[]): Bundle => ({
      name: 'test',
      packages: names,
      files: names.map((name) => [`bin/${name}`, fileOf(name)]),
    });
    const one = bundle('lethe-test-one');
    expect(unpacked(one, false)).toHaveProperty('missing');
    const { folder: first } = unpacked(one) as { folder: string };
    expect(unpacked(one, false)).toEqual({ folder: first });

    const both = bundle('lethe-test-one', 'lethe-test-two');
    const { folder: second } = unpacked(both) as { folder: string };
    rmSync(join(second, fileOf('lethe-test-two')));
    expect(unpacked(both, false)).toHaveProperty('missing');
    expect(unpacked(both)).toEqual({ folder: second });
    expect(unpacked(both, false)).toEqual({ folder: second });

    const lacking = { ...one, files: [['usr/bin/other']] };
    expect(unpacked(lacking)).toEqual({
      missing: 'lethe-test-one: they do not contain all programs',
    });
  });
});
