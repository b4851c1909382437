import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface LockedPackage {
  readonly license?: string;
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
  it('is under a licence of the list, each package that runs in production', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Readonly<Record<string, LockedPackage>>;
    };
    const installed = Object.entries(packages).filter(
      ([place, { dev, devOptional, link }]) =>
        place !== '' && dev !== true && devOptional !== true && link !== true,
    );
    expect(installed.length).toBeGreaterThan(100);
    const refused = installed
      .map(([place, locked]) => [place, licenceOf(place, locked)] as const)
      .filter(([, licence]) => !isAllowed(licence))
      .map(([place, licence]) => `${place}: ${licence}`);
    expect(refused).toEqual([]);
  });

  it('has a reason for each override', () => {
    const { overrides } = JSON.parse(read('package.json')) as {
      overrides: Readonly<Record<string, string>>;
    };
    const [, table = ''] = read('docs/dependencies.md').split('## Overrides');
    const rows = [...table.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\| (\S.*\S) +\|$/gm)];
    expect(rows.map(([, name, version]) => [name, version])).toEqual(Object.entries(overrides));
  });
});
