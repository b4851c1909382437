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

/**
 * Returns true if `LICENCES` has all parts of an `AND` expression, or one part of an `OR`
 * expression.
 */
function isAllowed(licence: string): boolean {
  const [inner = ''] = /[^()].*[^()]/.exec(licence) ?? [];
  if (inner.includes(' OR ')) return inner.split(' OR ').some(isAllowed);
  return inner.split(' AND ').every((part) => LICENCES.includes(part));
}

const lockedPackages = () =>
  Object.entries(
    (JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }).packages,
  );

/** Names an override for the dependencies of one package `package > dependency`. */
function versionsOf([name, version]: [string, string | Record<string, string>]): string[][] {
  if (typeof version === 'string') return [[name, version]];
  return Object.entries(version).map(([inner, of]) => [`${name} > ${inner}`, of]);
}

/** Old packages have a list of licences in their manifest, which the lock file omits. */
function licenceOf(place: string, { license }: LockedPackage): string {
  if (license !== undefined) return license;
  const manifest = new URL(`${place}/package.json`, root);
  if (!existsSync(fileURLToPath(manifest))) return 'none';
  const { licenses = [] } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    licenses?: readonly { readonly type: string }[];
  };
  return licenses.map(({ type }) => type).join(' OR ') || 'none';
}

describe('the dependencies of Lethe', () => {
  const installed = lockedPackages().filter(
    ([place, { dev, devOptional, link }]) =>
      place !== '' && dev !== true && devOptional !== true && link !== true,
  );

  it('have a hash for each third-party package in production', () => {
    const others = installed.filter(([place]) => place.includes('node_modules/'));
    expect(others.length).toBeGreaterThan(100);
    expect(others.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([]);
  });

  it('are complete and compatible for `npm ls`', () => {
    // `npm ls` fails if a package is missing or extraneous, or has a version that another package
    // does not accept.
    const options = ['ls', '--all', '--package-lock-only', '--json', '--loglevel=error'];
    const tree = execFileSync('npm', options, {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(JSON.parse(tree)).not.toHaveProperty('problems');
  });

  it('have only licences of the list in production', () => {
    expect(installed.length).toBeGreaterThan(100);
    const refused = installed
      .map(([place, locked]) => [place, licenceOf(place, locked)] as const)
      .filter(([, licence]) => !isAllowed(licence))
      .map(([place, licence]) => `${place}: ${licence}`);
    expect(refused).toEqual([]);
  });

  it('support every Node.js version of `engines`', () => {
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    const narrower = lockedPackages()
      .filter(([, locked]) => !subset(engines.node, locked.engines?.node ?? '*'))
      .map(([place, locked]) => `${place}: ${locked.engines?.node ?? ''}`);
    expect(narrower).toEqual([]);
  });

  it('are documented if their engine in the lock file differs from the engine in their manifest', () => {
    const [, text = ''] = read('docs/dependencies.md').split('## Engines');
    const table = text.replaceAll('\\|', '|');
    const rows = [...table.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\| `([^`]+)` +\| \S/gm)];
    const differing = lockedPackages().flatMap(([place, { engines }]) => {
      const manifest = new URL(`${place}/package.json`, root);
      if (!existsSync(fileURLToPath(manifest))) return []; // a package for another system
      const own = JSON.parse(readFileSync(manifest, 'utf8')) as LockedPackage;
      const [says, locked] = [own.engines?.node ?? '*', engines?.node ?? '*'];
      return says === locked || place === ''
        ? []
        : [[place.replace(/.*node_modules\//, ''), says, locked]];
    });
    expect(rows.map(([, ...row]) => row)).toEqual(differing);
  });

  // Apps that send or execute commands validate them like the gateway. Only gateway and standalone
  // have the API reference.
  it.each([
    ['gateway', true, true],
    ['standalone', true, true],
    ['cli', true, false],
    ['regulation', true, false],
    ['deletion-worker', true, false],
    ['test-runner', false, false],
    ['event-filter', false, false],
  ])(
    'include in %s the packages for validation: %s, and those for the API reference: %s',
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

  it('have a reason for each override', () => {
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
