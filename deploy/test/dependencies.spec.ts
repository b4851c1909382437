import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { subset } from 'semver';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface LockedPackage {
  readonly license?: string;
  readonly integrity?: string;
  readonly engines?: { readonly node?: string };
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

const LICENCES = [
  ...['MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Zlib'],
  ...['BlueOak-1.0.0', 'Unlicense', 'CC0-1.0', 'Python-2.0'],
];

/** Of an expression, each part has to be among the list, or one of them where it is a choice. */
function isAllowed(licence: string): boolean {
  const [inner = ''] = /[^()].*[^()]/.exec(licence) ?? [];
  if (inner.includes(' OR ')) return inner.split(' OR ').some(isAllowed);
  return inner.split(' AND ').every((part) => LICENCES.includes(part));
}

const lockedPackages = () =>
  Object.entries(
    (JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }).packages,
  );

/** An override for the dependencies of one package only is named `package > dependency`. */
function versionsOf([name, version]: [string, string | Record<string, string>]): string[][] {
  if (typeof version === 'string') return [[name, version]];
  return Object.entries(version).map(([inner, of]) => [`${name} > ${inner}`, of]);
}

/** Old packages say it in a list, which the lock file leaves out. */
function licenceOf(place: string, { license }: LockedPackage): string {
  if (license !== undefined) return license;
  const manifest = new URL(`${place}/package.json`, root);
  if (!existsSync(fileURLToPath(manifest))) return 'none';
  const { licenses = [] } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    licenses?: readonly { readonly type: string }[];
  };
  return licenses.map(({ type }) => type).join(' OR ') || 'none';
}

describe('what Lethe is made of', () => {
  const installed = lockedPackages().filter(
    ([place, { dev, devOptional, link }]) =>
      place !== '' && dev !== true && devOptional !== true && link !== true,
  );

  it('has a hash of each package that runs in production and is not ours', () => {
    const others = installed.filter(([place]) => place.includes('node_modules/'));
    expect(others.length).toBeGreaterThan(100);
    expect(others.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([]);
  });

  it('is a tree in which each package finds what it asks for, as `npm ls` sees it', () => {
    // It ends with another status than 0 when one is missing, extraneous, or of a version that somebody does not take.
    const options = ['ls', '--all', '--package-lock-only', '--json', '--loglevel=error'];
    const tree = execFileSync('npm', options, {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(JSON.parse(tree)).not.toHaveProperty('problems');
  });

  it('is under a licence of the list, each package that runs in production', () => {
    expect(installed.length).toBeGreaterThan(100);
    const refused = installed
      .map(([place, locked]) => [place, licenceOf(place, locked)] as const)
      .filter(([, licence]) => !isAllowed(licence))
      .map(([place, licence]) => `${place}: ${licence}`);
    expect(refused).toEqual([]);
  });

  it('runs on every Node.js that we name, by what each package says of itself', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const narrower = lockedPackages()
      .filter(([, locked]) => !subset(engines.node, locked.engines?.node ?? '*'))
      .map(([place, locked]) => `${place}: ${locked.engines?.node ?? ''}`);
    expect(narrower).toEqual([]);
  });

  it('names each package of which the lock file says another engine than the package', () => {
    const [, text = ''] = read('docs/dependencies.md').split('## Engines');
    const table = text.replaceAll('\\|', '|');
    const rows = [...table.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\| `([^`]+)` +\| \S/gm)];
    const differing = lockedPackages().flatMap(([place, { engines }]) => {
      const manifest = new URL(`${place}/package.json`, root);
      if (!existsSync(fileURLToPath(manifest))) return []; // for another system
      const own = JSON.parse(readFileSync(manifest, 'utf8')) as LockedPackage;
      const [says, locked] = [own.engines?.node ?? '*', engines?.node ?? '*'];
      return says === locked || place === ''
        ? []
        : [[place.replace(/.*node_modules\//, ''), says, locked]];
    });
    expect(rows.map(([, ...row]) => row)).toEqual(differing);
  });

  // Who carries out or sends commands checks them as the gateway checks bodies. The gateway alone documents them.
  it.each([
    ['gateway', true, true],
    ['standalone', true, true],
    ['cli', true, false],
    ['regulation', true, false],
    ['deletion-worker', true, false],
    ['test-runner', false, false],
    ['event-filter', false, false],
  ])(
    'puts what checks bodies into %s: %s, and what documents them: %s',
    (app, checks, documents) => {
      const tool = fileURLToPath(new URL('tools/prune-app.mjs', root));
      const list = execFileSync(process.execPath, [tool, app, '--list'], { encoding: 'utf8' });
      const packages = list.trim().split('\n');
      expect(packages).toContain('node_modules/@lethe/contracts');
      for (const [name, expected] of [
        ['@lethe/api', checks],
        ['class-validator', checks],
        ['@nestjs/swagger', documents],
      ] as const) {
        expect([name, packages.includes(`node_modules/${name}`)]).toEqual([name, expected]);
      }
    },
  );

  it('has a reason for each override', () => {
    const { overrides } = JSON.parse(read('package.json')) as {
      overrides: Readonly<Record<string, string | Record<string, string>>>;
    };
    const [, table = ''] = read('docs/dependencies.md').split(/^## (?:Overrides|Engines)$/m);
    const rows = [...table.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\| (\S.*\S) +\|$/gm)];
    expect(rows.map(([, name, version]) => [name, version])).toEqual(
      Object.entries(overrides).flatMap(versionsOf),
    );
  });
});
