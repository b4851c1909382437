import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Yields all files and folders below a folder, except installed and built files. */
function* below(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (/^(?:node_modules|dist|dist-spec|\..*)$/.test(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    yield path;
    if (entry.isDirectory()) yield* below(path);
  }
}

/** A path in this repository: in a package's source, to a code file, or to a folder. */
const NAMED =
  /`((?:[\w-]+\/)*[\w-]+\/src\/[\w./-]+|(?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs)|(?:[a-z][a-z0-9-]*\/)+(?:[a-z][a-z0-9-]*)?)`/g;
/** Two words with a slash that are not a folder: a media type, or a protocol and its encoding. */
const NO_FOLDER = /^(?:application|http|text)\//;
/** A name with a hyphen: of a folder, or of a file without its extensions. */
const NAME_ALONE = /`([a-z0-9]+(?:-[a-z0-9]+)+)`/g;

it('finds every file and folder that a page names', () => {
  const all = [...below('')];
  const pages = all.filter((path) => /^(?:[A-Z]+\.md|docs\/.*\.md)$/.test(path));
  expect(pages).toContain('ARCHITECTURE.md');
  const missing = pages
    .filter((page) => page !== 'CHANGELOG.md') // names files of earlier versions
    .flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(NAMED)]
        .map(([, path = '']) => path.replace(/\/$/, ''))
        .filter((path) => !NO_FOLDER.test(path))
        .filter((path) => !all.some((one) => one === path || one.endsWith(`/${path}`)))
        .map((path) => `${page}: ${path}`),
    );
  expect(missing).toEqual([]);
});

it('finds every file and folder that ARCHITECTURE.md names without a path', () => {
  const parts = [...below('')].filter((path) => !path.endsWith('.spec.ts'));
  const all = new Set(parts.map((path) => basename(path).replace(/\..*/, '')));
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const named = [...text.matchAll(NAME_ALONE)].map(([, name = '']) => name);
  expect(named).toContain('suppression-index');
  expect(named.filter((name) => !all.has(name))).toEqual([]);
});

/** A built file of a package, but not of an app's bundle or of the console. */
const BUILT = /\b((?:apps|libs)\/[\w-]+)\/dist\/(?!bundle\/|console\/)([\w./-]+)\.js\b/g;

it('finds the source of every built file that tools, tests and docs name', () => {
  const all = new Set(below(''));
  const named = [...all]
    .filter((path) => /^(?:tools|deploy|e2e|bench|docs)\/.*\.(?:ts|mjs|md|json|ya?ml)$/.test(path))
    .flatMap((page) =>
      [...readFileSync(join(root, page), 'utf8').matchAll(BUILT)].map(
        ([, package_ = '', file = '']) => ({ page, source: `${package_}/src/${file}.ts` }),
      ),
    );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ source }) => !all.has(source))).toEqual([]);
});
